#!/bin/sh
# Takes out of programs what is not needed to run them: Tools/strip.sh PROGRAM…
#
# Besides the symbols that is what tells one build from another of the same sources: what the compiler keeps
# for its next run, and the identity made of all the rest. Without them the same sources give the same bytes.
exec strip -R .swift_modhash -R .note.gnu.build-id -- "$@"
