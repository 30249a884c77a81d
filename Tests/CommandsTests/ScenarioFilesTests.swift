import Experiments
import LinkModel
import Programs
import ScenarioFormat
import Scenarios
import TestSupport
import Testing

@testable import Commands

@Suite struct ScenarioFilesTests {
    private func rate(_ trace: String, in folder: ScratchFolder) throws -> LineRate {
        try folder.write(
            "mine.yaml",
            """
            netlab: 1
            link: { down: { rate: { trace: \(trace) } } }
            origin: { files: { a.jpg: { image: jpeg, size: 1 kB } } }
            steps: [wait: 1 s]
            """
        )
        return try ScenarioLoading.load(folder.file("mine.yaml")).set.variants[0].scenario.link.parameters
            .down.rate
    }

    @Test func `finds a trace next to the scenario, independent of the working directory`() throws {
        let folder = try ScratchFolder()
        try folder.write("lte.down", "1\n2\n")
        for name in ["lte.down", folder.file("lte.down")] {
            let trace = OpportunityTrace(name: name, milliseconds: [1, 2], repeats: true)
            #expect(try rate(name, in: folder) == .trace(trace))
        }
    }

    @Test func `a bundled sweep is rejected as a scenario, with its command`() throws {
        let failure = #expect(throws: CommandFailure.self) { try ScenarioLibrary.read("cache-advice") }
        #expect(failure?.status == .invalidFile)
        #expect(failure?.message == "cache-advice: error: this is a sweep of many runs, not a scenario")
        #expect(failure?.advice == "netlab sweep run cache-advice --out DIR")
        let named = #expect(throws: CommandFailure.self) { try ScenarioLibrary.read("cache-advice.yaml") }
        #expect(named?.advice == failure?.advice)
        #expect(try ScenarioLibrary.readSweep("cache-advice").text.count > 100)
    }

    @Test func `an unreadable file is an invalid file, with the path that was tried`() throws {
        let folder = try ScratchFolder()
        for (name, why) in [("gone", "there is no file \(folder.file("gone"))"), (".", "/. is a folder")] {
            let failure = #expect(throws: CommandFailure.self) { _ = try rate(name, in: folder) }
            #expect(failure?.status == .invalidFile)
            #expect(failure?.message.contains(why) == true, "\(failure?.message ?? "")")
        }
    }
}
