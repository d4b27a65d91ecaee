import re, pytest
from tests.secrets.test_what_leaves_the_server import *
from tests.secrets.test_what_leaves_the_server import marks_of_replay
@pytest.mark.parametrize("i", range(6))
def test_zz(marked, i):
    marked.play_until("result")
    seen=set()
    for step in range(1, marked.board(marked.sue).version + 1): seen|=marks_of_replay(marked, marked.sue, step)
    text=signed_in(marked.ann).get(marked.address("report/")).content.decode()
    extra=set(MARK.findall(text))-seen
    for x in extra:
        for m in re.finditer(x,text): print("XX",x,repr(text[max(0,m.start()-300):m.end()+80]))
    assert not extra
