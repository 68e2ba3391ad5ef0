"""Spoilt copies of the solution, made by the tool: what no author needs to write down for every scenario anew."""
