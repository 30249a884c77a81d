import RealTime
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct ProcessorPressureTests {
    @Test(
        arguments: [
            ("some avg10=0.00 avg60=1.50 avg300=0.00 total=1234\nfull avg10=0.00 total=99\n", 1_234_000),
            ("some avg10=0.00 total=0", 0),
            ("full avg10=0.00 total=99\n", nil),
            ("some avg10=0.00 avg60=0.00", nil),
            ("some total=x", nil),
            ("some total=9223372036854775807", nil),
            ("", nil),
        ] as [(String, Nanoseconds?)]
    )
    func `is parsed from the kernel's text`(text: String, expected: Nanoseconds?) {
        #expect(ProcessorPressure.waited(text: text) == expected)
    }

    @Test(.enabled(if: ProcessorPressure.ofThisMachine() != nil, "this kernel does not count it"))
    func `never decreases`() throws {
        let pressure = try #require(ProcessorPressure.ofThisMachine())
        let first = try #require(pressure.waited())
        let second = try #require(pressure.waited())
        #expect(first >= 0)
        #expect(second >= first)
    }
}
