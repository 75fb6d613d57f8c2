"""Laws of the scope gate: the set difference, and that nothing added makes a ledger better."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from freezegate.core.scope import check_scope, eligible_ids
from freezegate.model.ledger import FreezeRecord
from freezegate.model.reason import Reason
from tests.ledgers import NOW, ledger, named, record, scope

NAMES = ("a", "b", "c", "d", "e")
names = st.sets(st.sampled_from(NAMES))
records = st.builds(
    lambda name, days, right: record(
        name,
        expires_at=NOW + timedelta(days=days),
        **({} if right else {"assertion_hash": "0" * 64}),
    ),
    st.sampled_from(NAMES),
    st.integers(-2, 2),
    st.booleans(),
)
ledgers = st.lists(records, max_size=4, unique_by=lambda each: each.test_id)


class TestEligible:
    """Spec 3: parent ids less those that the patch added, renamed or rewrote."""

    @given(names, names, names, names)
    def test_it_is_the_set_difference(
        self, parent: set[str], added: set[str], renamed: set[str], rewritten: set[str]
    ) -> None:
        added, renamed = added - rewritten, renamed - rewritten - added
        of = scope(sorted(parent), added=added, renamed_to=renamed, rewritten=rewritten)
        expected = {named(name) for name in parent - added - renamed - rewritten}
        assert eligible_ids(of.manifest, of.patch) == expected


class TestCheck:
    """Spec 3, section 3: partial eligibility is no pass."""

    @given(ledgers, names, names)
    def test_a_line_is_accepted_only_in_scope_unexpired_and_with_its_hash(
        self, frozen: list[FreezeRecord], parent: set[str], rewritten: set[str]
    ) -> None:
        lines = ledger(*frozen)
        of = scope(sorted(parent), rewritten=rewritten)
        eligible = eligible_ids(of.manifest, of.patch)
        result = check_scope(lines, of, NOW)
        for line, finding in zip(lines.lines, result.findings, strict=False):
            held = line.record
            assert held is not None
            good = (
                held.test_id in eligible
                and held.expires_at > NOW
                and held.assertion_hash == of.manifest.assertion_hashes[held.test_id]
            )
            assert (finding.reason is Reason.FREEZE_ELIGIBLE) is good

    @given(ledgers, records, names)
    def test_one_more_line_never_makes_it_better(
        self, frozen: list[FreezeRecord], more: FreezeRecord, parent: set[str]
    ) -> None:
        of = scope(sorted(parent))
        fewer = check_scope(ledger(*frozen), of, NOW).worst
        whole = check_scope(ledger(*frozen, more), of, NOW).worst
        assert whole.strictness >= fewer.strictness

    @given(ledgers, names, names)
    def test_blocking_an_id_never_makes_it_better(
        self, frozen: list[FreezeRecord], parent: set[str], rewritten: set[str]
    ) -> None:
        lines = ledger(*frozen)
        free = check_scope(lines, scope(sorted(parent)), NOW).worst
        blocked = check_scope(lines, scope(sorted(parent), rewritten=rewritten), NOW).worst
        assert blocked.strictness >= free.strictness

    @given(ledgers)
    def test_time_alone_never_makes_it_better(self, frozen: list[FreezeRecord]) -> None:
        lines = ledger(*frozen)
        early = check_scope(lines, scope(NAMES), NOW).worst
        late = check_scope(lines, scope(NAMES), NOW + timedelta(days=9)).worst
        assert late.strictness >= early.strictness
