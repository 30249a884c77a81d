#!/bin/sh
# atc/2g-rural: Augmented Traffic Control: 2G, developing rural
# On the client's host, as root: sh FILE INTERFACE. What leaves the interface goes up the line, what arrives
# there came down. Offloads should be off: ethtool -K INTERFACE tso off gso off gro off
set -e
DEV=${1:?usage: sh FILE INTERFACE}
IFB=${2:-ifb0}

# up; overhead -14 takes the Ethernet header off, which is not to be counted
tc qdisc add dev "$DEV" root handle 1: netem limit 1001 delay 650ms loss 2% rate 18000bit -14

# down: sent through a device of its own first
modprobe ifb numifbs=0 2>/dev/null || true
ip link add name "$IFB" type ifb
ip link set dev "$IFB" up
tc qdisc add dev "$DEV" handle ffff: ingress
tc filter add dev "$DEV" parent ffff: protocol all matchall action mirred egress redirect dev "$IFB"
tc qdisc add dev "$IFB" root handle 1: netem limit 1002 delay 650ms loss 2% rate 20000bit -14

# to remove it:
#   tc qdisc del dev INTERFACE root
#   tc qdisc del dev INTERFACE ingress
#   ip link del ifb0
