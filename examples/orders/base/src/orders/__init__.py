"""Totals, discounts, shipping fees, stock picks and order references of a small shop."""
