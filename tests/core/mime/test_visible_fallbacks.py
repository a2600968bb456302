"""What stands in elements whose content is never shown counts by its words, not by its markup."""

import pytest

from letterlock.core.mime.visible import visible


@pytest.mark.parametrize("tag", ["iframe", "noembed", "noframes", "template"])
def test_words_that_are_never_shown_are_hidden_and_their_markup_is_not_counted(tag):
    seen = visible(f"<p>a</p><{tag}><script src=x>y</script><b>pay</b> now</{tag}><p>b</p>")
    assert "pay" not in seen.text
    assert [" ".join(one.text.split()) for one in seen.hidden] == ["pay now"]


@pytest.mark.parametrize("tag", ["iframe", "noembed", "noframes", "template"])
def test_a_script_alone_hides_no_words(tag):
    seen = visible(f"<p>a</p><{tag}><script src=x> y </script> <style>p{{}}</style></{tag}><p>b</p>")
    assert seen.hidden == ()
    assert seen.text.split() == ["a", "b"]
