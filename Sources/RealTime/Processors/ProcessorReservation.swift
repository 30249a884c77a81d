internal import CLinux
import Glibc
internal import LinuxIO
import Synchronization

/// Reserves a processor for the calling thread among all threads of this process, until this is dropped.
///
/// For a thread that hardly sleeps and must not wait, if the rest can run on other processors. Other
/// processes are not kept off; programs started meanwhile are, permanently. Made, held and dropped on the
/// thread itself.
package final class ProcessorReservation {
    /// One reservation at a time, since of two processors one must be left.
    private static let isTaken = Mutex(false)

    /// The processors of every thread before the reservation.
    private let all: ProcessorSet
    private let own: Int
    /// The processors left to all other threads.
    package var others: ProcessorSet { all.removing(own) }

    private init(_ own: Int, of all: ProcessorSet) {
        self.own = own
        self.all = all
    }

    deinit {
        // Threads may use their former processors again.
        try? all.keep()
        Self.move(from: others, to: all)
        Self.isTaken.withLock { $0 = false }
    }

    /// nil if there is no processor to spare, another thread has a reservation, or the kernel refuses.
    package static func take() -> ProcessorReservation? {
        guard let all = try? ProcessorSet.ofThread(), all.count > 1, let own = all.last else { return nil }
        let wasTaken = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return isTaken
        }
        guard !wasTaken else { return nil }
        let reservation = ProcessorReservation(own, of: all)
        guard (try? ProcessorSet([own]).keep()) != nil else { return nil }
        move(from: all, to: reservation.others)
        return reservation
    }

    /// Moves other threads that may run on exactly `before` to `now`, which the threads that they start
    /// inherit. A thread that was placed elsewhere stays there.
    private static func move(from before: ProcessorSet, to now: ProcessorSet) {
        let calling = netlab_this_thread()
        // Twice, for threads started meanwhile by a thread that was still to be moved.
        for _ in 1...2 {
            let threads = (try? Folder.names(in: "/proc/self/task")) ?? []
            for thread in threads.compactMap({ Int32($0) }) where thread != calling {
                guard (try? ProcessorSet.ofThread(thread)) == before else { continue }
                // Fails for a thread that has ended, which does not matter.
                try? now.keep(thread)
            }
        }
    }
}
