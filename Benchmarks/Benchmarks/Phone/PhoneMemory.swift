import Experiments
import Reports

/// netlab's memory while a phone has many connections.
enum PhoneMemory {
    private static let flows = 1_000

    /// Accepts connections and keeps them, or opens as many as it is told and keeps those.
    private static let holder = """
        import resource, socket, sys, time
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
        held = []
        if len(sys.argv) == 1:
            listener = socket.create_server(("203.0.113.1", 7000), backlog=1024)
            while True: held.append(listener.accept()[0])
        for _ in range(int(sys.argv[1])):
            held.append(socket.create_connection(("203.0.113.1", 7000), 20))
            held[-1].sendall(b"x" * 1000)
        print("held", flush=True)
        time.sleep(600)

        """

    private static let lines = """
        phone
        python3 hold.py &
        answers 7000
        in_phone python3 hold.py \(flows) >held &
        until grep -q held held; do kill -0 $!; sleep 0.05; done
        awk '/^VmRSS/ { print $2 }' /proc/$netlab/status >resident
        """

    static func rows(_ scene: PhoneScene) throws -> [BenchRow] {
        try PhoneScene.tool("python3", package: "python3")
        try scene.write("hold.py", holder)
        _ = try scene.run(lines)
        guard let resident = try scene.numbers("resident").first else {
            throw ExperimentError("netlab's memory could not be read")
        }
        return [
            BenchRow(
                "memory with a phone's \(flows) connections",
                unit: "MiB",
                netlab: resident / 1_024,
                goal: .atMost(80)
            )
        ]
    }
}
