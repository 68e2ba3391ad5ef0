"""Rates and thresholds of tax year 2024, in dollars, by filing status: 1 single, 2 married filing jointly, 4 head of household.

Brackets, standard deductions and thresholds: Rev. Proc. 2023-34. The worker never needs them; they make last year's return
a coherent one.
"""

from __future__ import annotations

from datetime import date

RATES = ("0.10", "0.12", "0.22", "0.24", "0.32", "0.35", "0.37")
BRACKETS = {
    1: (0, 11_600, 47_150, 100_525, 191_950, 243_725, 609_350),
    2: (0, 23_200, 94_300, 201_050, 383_900, 487_450, 731_200),
    4: (0, 16_550, 63_100, 100_500, 191_950, 243_700, 609_350),
}
STANDARD = {1: 14_600, 2: 29_200, 4: 21_900}
AGED = {1: 1_950, 2: 1_550, 4: 1_950}
GAINS_ZERO = {1: 47_025, 2: 94_050, 4: 63_000}
GAINS_TOP = {1: 518_900, 2: 583_750, 4: 551_350}
CHILD_PHASE = {1: 200_000, 2: 400_000, 4: 200_000}
NET_INVESTMENT = {1: 200_000, 2: 250_000, 4: 200_000}
SOCIAL_BASES = {1: (25_000, 34_000), 2: (32_000, 44_000), 4: (25_000, 34_000)}
SALT_CAP = 10_000
WAGE_BASE = 168_600
STUDENT_PHASE = {1: (80_000, 95_000), 2: (165_000, 195_000), 4: (80_000, 95_000)}
LOSS_LIMIT = 3_000
YEAR_END = date(2024, 12, 31)
