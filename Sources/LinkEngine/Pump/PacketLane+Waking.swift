import LinuxIO
import RealTime
import Wire

extension PacketLane {
    /// From now on packets' times are the kernel's where the thread slept.
    mutating func watchSending(_ hosts: HostPair) {
        if times == nil { times = hosts.sendingTimes(direction) }
    }

    /// Called before the thread sleeps: what its host sends from now on is stamped by the kernel.
    mutating func expectStamps() throws(SystemCallError) {
        guard times != nil else { return }
        try times?.watch(from: RunClock.wall())
        mayHaveSlept = true
    }

    /// Called where the thread was woken by the clock: what comes next finds it awake.
    mutating func wokeByItself() {
        mayHaveSlept = false
    }

    /// When a packet came that has been read just now. One that woke the thread came before that: how long before is the
    /// machine's doing, and none of the line's.
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
        // A step of the wall clock meanwhile must not lead beyond what is sure.
        return min(now, max(settled, now - (wall - stamp)))
    }
}
