import LinuxIO
import RealTime
import Synchronization
import TestSupport
import Testing

@Suite(.enabled(if: Machine.processors > 1, "needs two processors"), .timeLimit(.minutes(1)))
struct ProcessorReservationTests {
    /// A thread that reserves a processor, and releases it on request.
    private final class Holder: Sendable {
        struct Processors {
            let own: ProcessorSet
            let others: ProcessorSet
        }

        private let isHolding = Mutex(true)
        private let processors = Mutex<Processors?>(nil)
        private let thread = ServiceThread()

        /// Other threads of this process may hold a processor at the moment.
        func take() throws -> Processors {
            try thread.start(name: "test-holder") { [self] in hold() }
            for _ in 1...1000 {
                if let processors = processors.withLock({ $0 }) { return processors }
                Readiness.wait(for: [], milliseconds: 10)
            }
            throw SystemCallError("take", on: "a processor", errno: SystemCallError.noSuchFile)
        }

        private func hold() {
            while isHolding.withLock({ $0 }) {
                let reservation = processors.withLock { processors -> ProcessorReservation? in
                    guard let reservation = ProcessorReservation.take() else { return nil }
                    guard let own = try? ProcessorSet.ofThread() else { return nil }
                    processors = Processors(own: own, others: reservation.others)
                    return reservation
                }
                while reservation != nil, isHolding.withLock({ $0 }) {
                    Readiness.wait(for: [], milliseconds: 1)
                }
                withExtendedLifetime(reservation) {}
                Readiness.wait(for: [], milliseconds: 1)
            }
        }

        func giveBack() {
            isHolding.withLock { $0 = false }
            thread.join()
        }
    }

    @Test func `a thread has its own processor until it gives it back`() async throws {
        try await OwnThread.run {
            let before = try ProcessorSet.ofThread()
            let holder = Holder()
            let processors = try holder.take()
            let own = try #require(processors.own.last)
            #expect(processors.own == ProcessorSet([own]))
            #expect(processors.others == before.removing(own))
            #expect(try ProcessorSet.ofThread() == processors.others)
            // Threads started meanwhile are kept off as well, and cannot reserve one.
            #expect(OwnThread.ask { try? ProcessorSet.ofThread() } == processors.others)
            #expect(OwnThread.ask { ProcessorReservation.take() == nil } == true)
            holder.giveBack()
            #expect(try ProcessorSet.ofThread() == before)
        }
    }
}
