import TestSupport

/// `sweep.yaml` over a scenario that downloads one small image; its cells are runs in real time over byte streams.
enum SmallSweep {
    /// Writes both files; `axes` are lines of the sweep, `down` is the rate of the scenario's line.
    static func write(to folder: ScratchFolder, down: String, axes: String) throws {
        try folder.write(
            "small.yaml",
            """
            netlab: 1
            link: { down: { rate: \(down), oneWayDelay: 5 ms }, up: { rate: 8 Mbit/s, oneWayDelay: 5 ms } }
            origin: { files: { a.jpg: { image: jpeg, size: 20 kB } } }
            steps: [ { name: s, fetch: all } ]
            """
        )
        try folder.write("sweep.yaml", "sweep: 1\nscenario: small.yaml\n\(axes)\nclock: real\nlink: stream\n")
    }
}
