"""One job by the library O365, as a script of a user would do it: with_o365.py JOB.

The token comes from BENCH_TOKEN, so that no run pays for a sign-in; the mailbox is the one of
GRAPHCAL_GRAPH_URL. Prints how many items it has got.
"""
import datetime as dt
import os
import sys
import unicodedata

from O365 import Account, Connection, MSGraphProtocol
from O365.utils.token import MemoryTokenBackend

UTC = dt.timezone.utc


def folded(text):
    """Letters without marks and case."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).lower()


class SignedIn(Connection):
    """A connection whose session has its token from the start."""

    def get_session(self, load_token=False):
        session = super().get_session(load_token=False)
        session.headers["Authorization"] = "Bearer " + os.environ["BENCH_TOKEN"]
        return session


class SignedInAccount(Account):
    connection_constructor = SignedIn


class Here(MSGraphProtocol):
    _protocol_url = os.environ["GRAPHCAL_GRAPH_URL"].removesuffix("v1.0")


def events(account, first, last):
    return account.schedule().get_default_calendar().get_events(
        limit=None, batch=250, start_recurring=first, end_recurring=last, include_recurring=True,
        order_by="start/dateTime")


def main():
    account = SignedInAccount(
        ("bench",), auth_flow_type="public", protocol=Here(timezone="UTC"),
        token_backend=MemoryTokenBackend(), requests_delay=0, request_retries=0)
    now = dt.datetime.fromisoformat(os.environ["GRAPHCAL_NOW"].replace("Z", "+00:00"))
    midnight = now.replace(hour=0, minute=0, second=0)
    job, *words = sys.argv[1:]
    if job == "week":
        monday = midnight - dt.timedelta(days=now.weekday())
        got = list(events(account, monday, monday + dt.timedelta(days=7)))
    elif job == "events":
        year = dt.timedelta(days=365)
        got = [e for e in events(account, midnight - year, midnight + year)
               if folded(words[0]) in folded(f"{e.subject} {e.body}")]
    elif job == "contacts":
        got = list(account.address_book().get_contacts(limit=None, batch=500))
        if words:
            got = [c for c in got
                   if folded(words[0]) in folded(f"{c.display_name} {c.company_name} {c.emails}")]
    print(len(got))


main()
