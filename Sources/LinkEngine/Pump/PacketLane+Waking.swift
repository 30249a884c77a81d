import LinuxIO
import RealTime
import Wire

extension PacketLane {
    /// Uses the kernel's timestamps from now on for packets that arrive while the thread sleeps.
    mutating func watchSending(_ hosts: HostPair) {
        if times == nil { times = hosts.sendingTimes(direction) }
    }

    /// Called before the thread sleeps: the kernel stamps packets that its host sends from now on.
    mutating func expectStamps() throws(SystemCallError) {
        guard times != nil else { return }
        try times?.watch(from: RunClock.wall())
        mayHaveSlept = true
    }

    /// Called if the clock woke the thread: it is awake for the next packets.
    mutating func wokeByItself() {
        mayHaveSlept = false
    }

    /// Arrival time of a packet that was just read. A packet that woke the thread arrived before that; the
    /// difference is caused by the machine, not by the line.
    mutating func arrival(of packet: UnsafeRawBufferPointer, readAt now: Instant) throws(SystemCallError)
        -> Instant
    {
        guard mayHaveSlept else {
            try times?.pass()
            return now
        }
        let wall = RunClock.wall()
        guard let stamp = times?.take(packet, readAt: wall) else {
            mayHaveSlept = false
            return now
        }
        // A step of the wall clock must not move the arrival before the settled time or after `now`.
        return min(now, max(settled, now - (wall - stamp)))
    }
}
