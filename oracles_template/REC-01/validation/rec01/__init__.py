"""The reference worker of REC-01: CVs read, candidates assessed, interviews booked, papers written."""
