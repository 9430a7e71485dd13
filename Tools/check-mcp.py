#!/usr/bin/env python3
"""Holds `graphcal mcp` against the official client of the Model Context Protocol, the package mcp.

Usage: check-mcp.py PROGRAMS FOLDER
"""
import asyncio
import sys
from pathlib import Path

from jsonschema import Draft202012Validator
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from checking import Bench

programs, folder = Path(sys.argv[1]), Path(sys.argv[2])


def text(result):
    return "\n".join(item.text for item in result.content)


async def session(bench, *words, use):
    server = StdioServerParameters(
        command=str(programs / "graphcal"), args=["mcp", *words], env=bench.environment)
    async with stdio_client(server) as (reading, writing):
        async with ClientSession(reading, writing) as client:
            await use(bench, client, await client.initialize())


async def reading(bench, client, welcome):
    check = bench.check
    check("the version is agreed on", welcome.protocol_version in ("2025-06-18", "2025-11-25"),
          welcome.protocol_version)
    check("the server says that mailbox text is data", "never" in (welcome.instructions or ""))
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    check("tools are listed", {"week", "show", "contacts", "find-time"} <= set(tools), list(tools))
    check("without --allow-write none of them writes",
          all(tool.annotations.read_only_hint for tool in tools.values()))
    for tool in tools.values():
        Draft202012Validator.check_schema(tool.input_schema)
    names = {name for tool in tools.values() for name in tool.input_schema["properties"]}
    check("no tool takes a file", not [name for name in names if "file" in name or name == "attach"])
    week = await client.call_tool("week", {})
    items = week.structured_content["items"]
    check("the week is that of graphcal week --json", items == bench.items("week"))
    check("and stands between marks", "BEGIN untrusted data" in text(week)
          and "END untrusted data" in text(week))
    shown = await client.call_tool("show", {"ref": items[0]["graphcal"]["id"]})
    check("an event of it is shown", shown.structured_content["id"] == items[0]["id"], text(shown))
    missing = await client.call_tool("show", {"ref": "zzzzzz"})
    check("what does not exist is an error with its exit code",
          missing.is_error and missing.structured_content["exitCode"] == 3, text(missing))
    odd = await client.call_tool("week", {"trace": "/tmp/x"})
    check("an argument that is none is refused", odd.is_error and odd.structured_content["exitCode"] == 2)
    sly = await client.call_tool("contacts", {"query": "--trace=/tmp/x"})
    check("text is never taken for an option", not sly.is_error, text(sly))
    try:
        refused = await client.call_tool("new-event", {"subject": "Never"})
        check("a write is refused without --allow-write", refused.is_error, text(refused))
    except Exception as error:
        check("a write is refused without --allow-write", "no tool" in str(error), error)
    await client.send_ping()
    many = await asyncio.gather(*[client.call_tool("today", {}) for _ in range(4)])
    check("four calls at once are all answered", not any(one.is_error for one in many))


async def writing(bench, client, _):
    check = bench.check
    made = await client.call_tool(
        "new-event", {"subject": "By an assistant", "start": "2026-12-02 15:00"})
    check("an event is made with --allow-write", not made.is_error, text(made))
    ref = {"ref": made.structured_content["graphcal"]["id"]}
    plan = await client.call_tool("delete-event", ref)
    check("a deletion is planned first", plan.structured_content["done"] is False, text(plan))
    check("and nothing is deleted", not (await client.call_tool("show", ref)).is_error)
    token = plan.structured_content["confirmation"]
    other = bench.items("week")[0]["graphcal"]["id"]
    wrong = await client.call_tool("delete-event", {"ref": other, "confirmation": token})
    check("the confirmation is for nothing else", wrong.is_error, text(wrong))
    spent = await client.call_tool("delete-event", {**ref, "confirmation": token})
    check("and is spent by that", spent.is_error, text(spent))
    plan = await client.call_tool("delete-event", ref)
    token = plan.structured_content["confirmation"]
    done = await client.call_tool("delete-event", {**ref, "confirmation": token})
    check("a confirmed deletion is done", not done.is_error, text(done))
    again = await client.call_tool("delete-event", {**ref, "confirmation": token})
    check("and not done again", again.is_error, text(again))


with Bench(programs, folder / "mcp", scopes="write") as bench:
    asyncio.run(session(bench, use=reading))
    asyncio.run(session(bench, "--allow-write", use=writing))
    bare = bench.graphcal("mcp", "--allow-write", "--read-only")
    bench.check("--read-only refuses --allow-write", bare.returncode == 2, bare.stderr)
    sys.exit(1 if bench.failures else 0)
