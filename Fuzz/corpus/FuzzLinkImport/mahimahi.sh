#!/bin/sh
# nlc/lte: Network Link Conditioner: LTE
# The client's side, not as root: sh FILE [COMMAND...]
set -e
[ $# -gt 0 ] || set -- "${SHELL:-/bin/sh}"
dir=$(mktemp -d)
trap 'rm -r "$dir"' EXIT

# a line is an opportunity to carry 1500 bytes, at that millisecond; after the last they begin again
cat >"$dir/up.trace" <<'END'
2
3
4
5
6
END
cat >"$dir/down.trace" <<'END'
1
1
1
1
2
2
2
2
3
3
3
3
4
4
4
4
5
5
5
5
6
6
6
6
6
END

mm-delay 58 mm-link "$dir/up.trace" "$dir/down.trace" --uplink-queue=droptail --uplink-queue-args="packets=1000" --downlink-queue=droptail --downlink-queue-args="packets=1000" -- "$@"
