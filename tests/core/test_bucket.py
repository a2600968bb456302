"""Token buckets kept as one number."""

from hypothesis import given
from hypothesis import strategies as st

from letterlock.core.bucket import Bucket, whole_seconds

SIZES = st.integers(1, 500)
PERIODS = st.integers(1_000, 10**11)


@given(SIZES, PERIODS, st.integers(0, 10**16))
def test_a_full_bucket_gives_its_size_at_once_and_not_one_more(size, period, now):
    bucket, full_at = Bucket(size, period), 0
    for _ in range(size):
        full_at, wait = bucket.take(full_at, now)
        assert wait == 0
    after, wait = bucket.take(full_at, now)
    assert after == full_at
    assert 0 < wait <= period


@given(SIZES, PERIODS)
def test_who_waits_as_told_gets_the_next_and_who_waits_less_does_not(size, period):
    bucket, full_at, now = Bucket(size, period), 0, 10**15
    for _ in range(size):
        full_at, _ = bucket.take(full_at, now)
    _, wait = bucket.take(full_at, now)
    assert bucket.take(full_at, now + wait)[1] == 0
    assert bucket.take(full_at, now + wait - 1)[1] == 1
    assert whole_seconds(wait) * 1_000_000 >= wait


@given(SIZES, PERIODS, st.lists(st.integers(0, 10**9), max_size=300))
def test_no_more_than_twice_its_size_leaves_within_a_period(size, period, steps):
    bucket, full_at, now, taken = Bucket(size, period), 0, 10**15, []
    for step in steps:
        now += step
        full_at, wait = bucket.take(full_at, now)
        if not wait:
            taken.append(now)
    for at in taken:
        # One more than that, since a token's share of the period is rounded down to whole microseconds.
        within = sum(at <= other < at + period for other in taken)
        assert within <= 2 * size + size * size // period + 1
