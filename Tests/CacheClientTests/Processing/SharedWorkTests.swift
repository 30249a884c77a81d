import Synchronization
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct SharedWorkTests {
    /// Events in order.
    private final class Diary: Sendable {
        private let lines = Mutex<[String]>([])

        func note(_ line: String) { lines.withLock { $0.append(line) } }

        var all: [String] { lines.withLock { $0 } }
    }

    private let work = SharedWork<String, Int>()
    private let diary = Diary()

    private func join(
        _ key: String,
        _ name: String,
        _ priority: TransferPriority = .normal,
        wantsPreviews: Bool = false,
        begin: @escaping (SharedJob) -> Void = { _ in }
    ) -> TransferTicket {
        let caller = SharedWork<String, Int>.Caller(
            priority: priority,
            wantsPreviews: { wantsPreviews },
            preview: { [diary] in diary.note("\(name) sees \($0.width)") },
            deliver: { [diary] in diary.note("\(name): \($0)") }
        )
        return work.join(key, caller) { [diary] job in
            diary.note("begin \(key)")
            let turn = job.turn()
            begin(job)
            let controls = SharedJob.Controls(
                cancel: { diary.note("end \(key)") },
                prioritise: { diary.note("\(key) is \($0)") }
            )
            job.wait(for: controls, since: turn)
        }
    }

    @Test func `all callers of a job get its result in order`() throws {
        var job: SharedJob?
        _ = join("a", "first") { job = $0 }
        _ = join("a", "second")
        _ = join("b", "other")
        work.finish(try #require(job), 7)
        #expect(diary.all == ["begin a", "a is normal", "begin b", "b is normal", "first: 7", "second: 7"])
        #expect(work.count == 1)
    }

    @Test func `a finished job is started again for a new caller and delivers nothing more`() {
        var jobs: [SharedJob] = []
        _ = join("a", "first") { jobs.append($0) }
        work.finish(jobs[0], 1)
        _ = join("a", "second") { jobs.append($0) }
        work.finish(jobs[0], 8)
        work.finish(jobs[1], 2)
        #expect(diary.all.filter { !$0.contains("is") } == ["begin a", "first: 1", "begin a", "second: 2"])
    }

    @Test func `a job is cancelled only when its last caller leaves`() throws {
        var job: SharedJob?
        let first = join("a", "first") { job = $0 }
        let second = join("a", "second")
        #expect(work.leave(first))
        #expect(job?.isOver == false)
        #expect(work.leave(second))
        #expect(!work.leave(second))
        #expect(job?.isOver == true)
        work.finish(try #require(job), 7)
        #expect(diary.all == ["begin a", "a is normal", "end a"])
    }

    @Test func `a caller that leaves gets no result, the others do`() throws {
        var job: SharedJob?
        let first = join("a", "first") { job = $0 }
        _ = join("a", "second")
        #expect(work.leave(first))
        work.finish(try #require(job), 7)
        #expect(!work.leave(first))
        #expect(diary.all.last == "second: 7")
        #expect(!diary.all.contains("first: 7"))
    }

    @Test func `a job may finish while it is being started`() {
        let ticket = join("a", "first") { [work] in work.finish($0, 7) }
        // It is cancelled, which then has no effect.
        #expect(diary.all == ["begin a", "first: 7", "end a"])
        #expect(!work.leave(ticket))
        #expect(work.count == 0)
    }

    @Test func `a job has the priority of its most urgent caller`() {
        let first = join("a", "first", .low)
        let second = join("a", "second", .high)
        work.setPriority(.veryHigh, of: first)
        work.leave(second)
        work.setPriority(.veryLow, of: first)
        #expect(diary.all == ["begin a", "a is low", "a is high", "a is veryHigh", "a is veryLow"])
    }

    @Test func `cancelling reaches the latest stage of a job`() {
        var job: SharedJob?
        let ticket = join("a", "first") { job = $0 }
        if let job {
            let stale = job.turn()
            let turn = job.turn()
            job.wait(for: .init(cancel: { [diary] in diary.note("end the latest") }), since: turn)
            // The previous stage was slow to report how it is cancelled.
            job.wait(for: .init(cancel: { [diary] in diary.note("end the stale") }), since: stale)
        }
        work.leave(ticket)
        #expect(diary.all.last == "end the latest")
    }

    @Test func `previews reach only the callers that want them, until the job finishes`() throws {
        var made: SharedJob?
        _ = join("a", "first", wantsPreviews: true) { made = $0 }
        _ = join("a", "second")
        let job = try #require(made)
        let bitmap = try ProcessorTests.bitmap([1, 2, 3])
        #expect(work.wantsPreviews(job))
        work.preview(job, bitmap)
        work.finish(job, 7)
        #expect(!work.wantsPreviews(job))
        work.preview(job, bitmap)
        #expect(diary.all.filter { $0.contains("sees") } == ["first sees 3"])
    }

    @Test func `closing answers all waiting callers and any later ones`() {
        _ = join("a", "first")
        _ = join("b", "second")
        work.close(-1)
        _ = join("a", "third")
        #expect(diary.all.suffix(3) == ["first: -1", "second: -1", "third: -1"])
        #expect(diary.all.contains("end a") && diary.all.contains("end b"))
    }

    @Test func `a thousand callers from many threads are each answered once`() async {
        let work = SharedWork<String, Int>()
        let told = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<1000 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        let caller = SharedWork<String, Int>.Caller(priority: .normal) {
                            continuation.resume(returning: $0)
                        }
                        _ = work.join("a", caller) { job in Task { work.finish(job, 1) } }
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(told == 1000)
        #expect(work.count == 0)
    }
}
