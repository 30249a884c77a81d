sudo tc qdisc add dev eth0 root netem delay 10ms 1ms 5% distribution pareto loss state 1% 50% 10% 90% 0.1% ecn slot 20ms limit 100
mm-delay 4 mm-loss uplink 0.1 mm-link a.trace 'b.trace' --once --uplink-queue=codel --uplink-queue-args="packets=9, target=5" -- mm-onoff downlink 2.5 .5
