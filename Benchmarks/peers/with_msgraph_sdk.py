"""One job by Microsoft's SDK for Python, as a script of a user would do it: with_msgraph_sdk.py JOB.

The token comes from BENCH_TOKEN, so that no run pays for a sign-in; the mailbox is the one of
GRAPHCAL_GRAPH_URL. Prints how many items it has got.
"""
import asyncio
import datetime as dt
import os
import sys
import unicodedata

from azure.core.credentials import AccessToken
from kiota_abstractions.base_request_configuration import RequestConfiguration
from kiota_authentication_azure.azure_identity_authentication_provider import (
    AzureIdentityAuthenticationProvider)
from msgraph import GraphRequestAdapter, GraphServiceClient
from msgraph.generated.users.item.calendar_view.calendar_view_request_builder import (
    CalendarViewRequestBuilder)
from msgraph.generated.users.item.calendar_view.delta.delta_request_builder import (
    DeltaRequestBuilder as EventChanges)
from msgraph.generated.users.item.contacts.contacts_request_builder import ContactsRequestBuilder
from msgraph_core.tasks.page_iterator import PageIterator


def folded(text):
    """Letters without marks and case."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).lower()


class Token:
    """A credential that has its token already."""

    def get_token(self, *scopes, **more):
        return AccessToken(os.environ["BENCH_TOKEN"], 1 << 32)


def asking(query, page):
    configuration = RequestConfiguration(query_parameters=query)
    configuration.headers.add(
        "Prefer", f'outlook.timezone="UTC", IdType="ImmutableId", odata.maxpagesize={page}')
    return configuration


async def main():
    adapter = GraphRequestAdapter(AzureIdentityAuthenticationProvider(Token()))
    adapter.base_url = os.environ["GRAPHCAL_GRAPH_URL"]
    me = GraphServiceClient(request_adapter=adapter).me
    now = dt.datetime.fromisoformat(os.environ["GRAPHCAL_NOW"].replace("Z", "+00:00"))
    midnight = now.replace(hour=0, minute=0, second=0)

    async def every(first):
        items = []
        await PageIterator(first, adapter).iterate(lambda item: items.append(item) or True)
        return items

    async def events(first, last):
        query = CalendarViewRequestBuilder.CalendarViewRequestBuilderGetQueryParameters(
            start_date_time=first.isoformat(), end_date_time=last.isoformat(), top=250,
            orderby=["start/dateTime"])
        return await every(await me.calendar_view.get(asking(query, 250)))

    async def changes(first, following):
        items, page = [], first
        while True:
            items += page.value or []
            if not page.odata_next_link:
                return items
            page = await following(page.odata_next_link)

    job, *words = sys.argv[1:]
    if job == "week":
        monday = midnight - dt.timedelta(days=now.weekday())
        got = await events(monday, monday + dt.timedelta(days=7))
    elif job == "events":
        year = dt.timedelta(days=365)
        got = [e for e in await events(midnight - year, midnight + year)
               if folded(words[0]) in folded(f"{e.subject} {e.body_preview}")]
    elif job == "contacts":
        query = ContactsRequestBuilder.ContactsRequestBuilderGetQueryParameters(top=500)
        got = await every(await me.contacts.get(asking(query, 500)))
        if words:
            got = [c for c in got if folded(words[0]) in folded(" ".join(
                [c.display_name or "", c.company_name or "",
                 *(a.address or "" for a in c.email_addresses or [])]))]
    elif job == "sync":
        view = me.calendar_view.delta
        query = EventChanges.DeltaRequestBuilderGetQueryParameters(
            start_date_time=(midnight - dt.timedelta(days=90)).isoformat(),
            end_date_time=(midnight + dt.timedelta(days=400)).isoformat())
        wish = asking(None, 500)
        got = await changes(
            await view.get(asking(query, 500)), lambda link: view.with_url(link).get(wish))
        people = me.contacts.delta
        got += await changes(
            await people.get(wish), lambda link: people.with_url(link).get(wish))
    print(len(got))


asyncio.run(main())
