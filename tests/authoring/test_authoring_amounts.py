"""Draws of money never repeat, never fail early, and mistype as people do."""

import numpy as np
import pytest

from wp42_pytest.authoring.amounts import AmountPool, pick, shuffled, signed_sums, transposition


def rng(seed=1):
    return np.random.Generator(np.random.PCG64(seed))


def test_a_pool_gives_out_every_amount_once_and_then_says_so():
    pool, stream = AmountPool(taken=[102]), rng()
    assert sorted(pool.uniform(stream, 100, 104) for _ in range(4)) == [100, 101, 103, 104]
    with pytest.raises(ValueError, match="all 5 amounts from 100 to 104 cents are taken"):
        pool.uniform(stream, 100, 104)


def test_steps_and_bounds_are_kept():
    pool, stream = AmountPool(), rng()
    assert all(pool.uniform(stream, 1_000, 9_000, step=500) % 500 == 0 for _ in range(15))
    drawn = [pool.lognormal(stream, 2_900_00, 0.55, 480_00, 9_900_00) for _ in range(400)]
    assert len(set(drawn)) == 400
    assert all(480_00 <= amount <= 9_900_00 for amount in drawn)
    assert 2_400_00 < sum(drawn) / 400 < 3_500_00


def test_amounts_that_were_taken_are_not_drawn():
    pool = AmountPool()
    pool.take(*range(1, 100))
    assert pool.uniform(rng(), 1, 100) == 100


def test_signed_sums_hold_every_sum_and_difference():
    assert signed_sums([10, 25], 2) == {10, 25, 35, 15}
    assert 10 + 25 - 7 in signed_sums([10, 25, 7], 3)


def test_a_transposition_swaps_two_neighbouring_digits():
    assert transposition(rng(), 4_851_60, (2,)) == 4_815_60
    assert transposition(rng(), 1_720_00, (4,)) == 7_120_00
    for seed in range(50):
        right = int(rng(seed).integers(1_000_00, 9_999_99))
        wrong = transposition(rng(seed), right, (2, 3))
        if wrong is not None:
            assert wrong != right
            assert (wrong - right) % 9 == 0
            assert sorted(str(wrong)) == sorted(str(right))


def test_equal_digits_cannot_be_transposed():
    assert transposition(rng(), 4_444_60, (2, 3, 4)) is None


def test_a_transposition_leaves_no_leading_zero():
    assert transposition(rng(), 8_015_60, (4,)) is None


def test_picking_and_shuffling_use_the_stream_alone():
    assert pick(rng(3), "abcdef") == pick(rng(3), "abcdef")
    assert shuffled(rng(3), range(9)) == shuffled(rng(3), range(9))
    assert sorted(shuffled(rng(3), range(9))) == list(range(9))
