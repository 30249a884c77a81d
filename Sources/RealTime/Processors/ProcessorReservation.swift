internal import CLinux
import Glibc
internal import LinuxIO
import Synchronization

/// A processor on which, of all threads of this process, runs the calling one alone, until this is dropped.
///
/// For a thread that hardly sleeps and must not wait, where there are others on which the rest can run. Other processes
/// are not kept off; programs started meanwhile are, for good. Made, held and dropped on the thread itself.
package final class ProcessorReservation {
    /// One at a time: of two processors, one has to be left.
    private static let isTaken = Mutex(false)

    /// Those that every thread had before.
    private let all: ProcessorSet
    private let own: Int
    /// Those that are left to all other threads.
    package var others: ProcessorSet { all.removing(own) }

    private init(_ own: Int, of all: ProcessorSet) {
        self.own = own
        self.all = all
    }

    deinit {
        // What they had before they may have again.
        try? all.keep()
        Self.move(from: others, to: all)
        Self.isTaken.withLock { $0 = false }
    }

    /// nil where there is no processor to spare, another thread has one, or the kernel does not let it.
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

    /// Other threads that may run on just these may from now on run on just those, and so may those that they start.
    /// One that somebody has put elsewhere stays there.
    private static func move(from before: ProcessorSet, to now: ProcessorSet) {
        let calling = netlab_this_thread()
        // Again, for those that were started meanwhile by one whose turn had not come.
        for _ in 1...2 {
            let threads = (try? Folder.names(in: "/proc/self/task")) ?? []
            for thread in threads.compactMap({ Int32($0) }) where thread != calling {
                guard (try? ProcessorSet.ofThread(thread)) == before else { continue }
                // One that has ended by now needs nothing.
                try? now.keep(thread)
            }
        }
    }
}
