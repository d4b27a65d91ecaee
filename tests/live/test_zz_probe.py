import time
from tests.sites import Site
def test_x():
    for b in ("embedded","full"):
        t=time.time()
        with Site.running(b) as s:
            print(b,"start",time.time()-t); t=time.time()
            l=s.manage("demo","--json","--fast-forward","land","--url",s.url,json=True); print("demo",time.time()-t,l); t=time.time()
            print(s.manage("shell","--no-imports","-c","print(1)")); print("shell",time.time()-t)
            import httpx
            c=httpx.Client(follow_redirects=True)
            for w in ("red","gm"):
                r=httpx.Client(follow_redirects=True).get(l[w]); print(w,r.status_code,r.url,len(r.text)); 
            t=time.time(); s.kill(); s.restart(); print("restart",time.time()-t)
            print(s.log_text()[-1500:]); s.forget_log()
