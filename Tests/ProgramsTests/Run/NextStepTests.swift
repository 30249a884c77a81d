import LinkModel
import LinuxIO
import Runs
import TestSupport
import Testing

@testable import Programs

@Suite struct NextStepTests {
    private func result(_ mode: LinkMode) -> RunResult {
        RunResult(
            netlab: "1",
            scenario: "dsl",
            scenarioDigest: "",
            seed: 1,
            startedAt: 0,
            machine: MachineRecord(kernel: "6.1", cpus: 2, memoryBytes: 1, isPrivileged: true),
            outcome: .failed,
            link: LinkRecord(
                mode: mode,
                carrier: .tun,
                profile: nil,
                congestion: "cubic",
                parameters: LinkParameters(down: DirectionParameters(), up: DirectionParameters())
            )
        )
    }

    @Test func `the next step depends on the files in the folder`() throws {
        let folder = try ScratchFolder()
        let place = folder.file("my run")
        try Folder.make(place, mode: 0o700)
        let step = NextStep(result(.packet), in: place)
        #expect(step.text == nil)
        try WholeFile.write("\(place)/client.pcapng", [1])
        #expect(step.text == "netlab inspect '\(place)/client.pcapng'")
        try WholeFile.write("\(place)/record.json", [1])
        #expect(step.text == "netlab explain '\(place)'")
    }

    @Test func `a byte-stream run suggests netlab doctor`() {
        #expect(NextStep(result(.stream), in: "/no/such").text?.hasPrefix("netlab doctor ") == true)
    }
}
