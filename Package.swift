// swift-tools-version: 6.2

import PackageDescription

// Warnings are errors for contributors and CI (`make lint`, `.ci/run`), not for users with a newer compiler.
let isStrict = Context.environment["NETLAB_STRICT"] == "1"

let houseRules: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// Tests of a release build are not optimised themselves: that would take longer than it spares.
let testRules = houseRules + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// One of Debian's C libraries, imported through one `shim.h`.
func cLibrary(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/C/\(name)",
        pkgConfig: pkgConfig,
        providers: apt.map { [.apt([$0])] }
    )
}

/// Rooms with an explanation beside their code.
let explained: Set = [
    "Analysis", "BenchControl", "CacheClient", "Images", "Inspection", "LinkEngine", "LinkModel", "LivePage",
    "Origin", "Proxy", "RealTime", "Services", "Serving", "TLS", "Testbed", "Theory", "VirtualTime",
]

/// One room; its dependencies are the arrows between rooms.
func room(_ name: String, _ dependencies: [String] = []) -> Target {
    .target(
        name: name,
        dependencies: dependencies.map { .byName(name: $0) },
        exclude: explained.contains(name) ? ["README.md"] : [],
        swiftSettings: houseRules
    )
}

/// A room that makes pages; its `assets` become part of the program.
func page(_ name: String, _ dependencies: [String], folder: String = "", assets: [String]) -> Target {
    .target(
        name: name,
        dependencies: dependencies.map { .byName(name: $0) },
        exclude: explained.contains(name) ? ["README.md"] : [],
        resources: assets.map { .embedInCode("\(folder)Assets/\($0)") },
        swiftSettings: houseRules
    )
}

/// The tests of one room.
func tests(_ room: String, _ dependencies: [String] = []) -> Target {
    .testTarget(
        name: "\(room)Tests",
        dependencies: ([room] + dependencies).map { .byName(name: $0) },
        swiftSettings: testRules
    )
}

/// Fuzzers: one program for each parser of foreign bytes. They are in this package to see `package`
/// declarations, but only on request, because they link with libFuzzer only (`make fuzzers`).
func fuzz(_ name: String, _ dependencies: [String]) -> Target {
    .executableTarget(
        name: "Fuzz\(name)",
        dependencies: dependencies.map { .byName(name: $0) },
        path: "Fuzz/\(name)",
        swiftSettings: houseRules
    )
}

/// `NETLAB_FUZZ=1`: only the fuzzers and what they need; `NETLAB_FUZZ=seeds`: also the programs that write
/// seeds.
let fuzzing: [Target]? = Context.environment["NETLAB_FUZZ"].map { wanted in
    [
        .target(name: "FuzzSupport", path: "Fuzz/Support", swiftSettings: houseRules),
        fuzz("CaptureFile", ["FuzzSupport", "Inspection", "JSON", "Reports", "Wire"]),
        fuzz("HTTP1", ["FuzzSupport", "HTTP"]),
        fuzz("HTTP1Client", ["FuzzSupport", "HTTP"]),
        fuzz("HTTP2", ["FuzzSupport", "HTTP", "HTTP2", "Wire"]),
        fuzz("HTTP2Client", ["FuzzSupport", "HTTP", "HTTP2", "Wire"]),
        fuzz("FieldValues", ["FuzzSupport", "HTTP"]),
        fuzz("Scenario", ["FuzzSupport", "ScenarioFormat", "Scenarios"]),
        fuzz("Archive", ["Archives", "FuzzSupport", "Recordings", "ScenarioFormat", "Scenarios"]),
        fuzz("DiskEntry", ["FuzzSupport", "CacheClient"]),
        fuzz("MessageText", ["FuzzSupport", "Forwarding", "HTTP"]),
        fuzz("JSON", ["FuzzSupport", "JSON"]),
        fuzz("Result", ["Analysis", "FuzzSupport", "JSON", "Reports", "Runs"]),
        fuzz("Rules", ["Forwarding", "FuzzSupport", "HTTP", "ScenarioFormat", "Wire"]),
        fuzz("DNS", ["FuzzSupport", "Naming", "Wire"]),
        fuzz("LinkImport", ["FuzzSupport", "LinkFormats", "LinkModel"]),
        fuzz("Image", ["Fixtures", "FuzzSupport", "Images"]),
        fuzz("TLS", ["FuzzSupport", "TLS", "Wire"]),
        fuzz("Conversation", ["FuzzSupport", "Inspection", "Wire"]),
        fuzz("Datagram", ["FuzzSupport", "Inspection", "TLS", "Wire"]),
        fuzz("Packed", ["FuzzSupport", "Compression", "Wire"]),
        fuzz("URL", ["CCurl", "CacheClient", "Forwarding", "FuzzSupport", "HTTP", "Origin"]),
        fuzz(
            "Control",
            ["BenchControl", "Forwarding", "FuzzSupport", "HTTP", "Proxy", "ScenarioFormat", "Scenarios"]
        ),
        fuzz("Sweep", ["FuzzSupport", "ScenarioFormat", "Scenarios"]),
    ] + (wanted == "seeds" ? [fuzz("Seeds", ["CacheClient", "Fixtures", "Images", "Wire"])] : [])
}

let package = Package(
    name: "netlab",
    products: [
        .executable(name: "netlab", targets: ["netlab"]),
        .library(name: "CacheClient", targets: ["CacheClient"]),
        .library(name: "TestBench", targets: ["TestBench"]),
        .library(name: "TestBenchImages", targets: ["TestBenchImages"]),
        .library(name: "TestBenchTraits", targets: ["TestBenchTraits"]),
    ],
    targets: [
        // C libraries: a module map and typed shims, no logic.
        cLibrary("CLinux"),
        cLibrary("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        cLibrary("CPcap", pkgConfig: "libpcap", apt: "libpcap-dev"),
        cLibrary("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        cLibrary("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev"),
        cLibrary("CNghttp2", pkgConfig: "libnghttp2", apt: "libnghttp2-dev"),
        cLibrary("CJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev"),
        cLibrary("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
        cLibrary("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
        cLibrary("CGIF", apt: "libgif-dev"),
        cLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        cLibrary("CXXHash", pkgConfig: "libxxhash", apt: "libxxhash-dev"),
        cLibrary("CBrotli", pkgConfig: "libbrotlienc", apt: "libbrotli-dev"),
        cLibrary("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev"),

        // Pure: bytes and values in, values out.
        room("Wire"),
        room("HTTP", ["Wire"]),
        room("HTTP2", ["CNghttp2", "HTTP", "Wire"]),
        room("TLS", ["COpenSSL", "Wire"]),
        room("Compression", ["CBrotli", "CZlib", "CZstd"]),
        room("Forwarding", ["HTTP", "Wire"]),
        room("LinkModel", ["Wire"]),
        room("Fixtures", ["Wire"]),
        room("Scenarios", ["Fixtures", "HTTP", "LinkModel", "Wire"]),
        room("JSON", ["Wire"]),
        room("Figures", ["Wire"]),
        room("Archives", ["Figures", "HTTP", "JSON", "Wire"]),
        room("Logs", ["JSON", "Wire"]),
        room("Runs", ["Figures", "JSON", "LinkModel", "Logs", "Scenarios", "Wire"]),
        room(
            "ScenarioFormat",
            ["CYAML", "Fixtures", "Forwarding", "HTTP", "LinkModel", "Runs", "Scenarios", "Wire"]
        ),
        room("LinkFormats", ["Figures", "JSON", "LinkModel", "ScenarioFormat", "Scenarios", "Wire"]),
        room("Inspection", ["Compression", "HTTP", "HTTP2", "TLS", "Wire"]),
        room("Theory", ["LinkModel", "Runs", "Scenarios", "Wire"]),
        room(
            "Analysis",
            ["Figures", "Inspection", "JSON", "LinkModel", "Logs", "Runs", "Scenarios", "Theory", "Wire"]
        ),
        room(
            "Recordings",
            [
                "Archives", "Figures", "Fixtures", "HTTP", "Inspection", "JSON", "LinkModel",
                "ScenarioFormat", "Scenarios", "Wire",
            ]
        ),
        page("PageParts", [], assets: ["colours.css", "text.js"]),
        page(
            "Reports",
            [
                "Analysis", "Archives", "Figures", "HTTP", "Inspection", "JSON", "LinkModel", "Logs",
                "PageParts", "Recordings", "Runs", "Theory", "Wire",
            ],
            folder: "Page/",
            assets: [
                "report.css", "charts.js", "waterfall.js", "sequence.js", "report.js", "limit.js",
                "spacing.js", "along.js", "sweep.js",
            ]
        ),

        // The outside world.
        room("LinuxIO", ["CLinux", "Wire"]),
        room("Images", ["CGIF", "CJPEG", "CPNG", "CWebP", "Fixtures", "Wire"]),
        room("Capture", ["Compression", "CPcap", "LinuxIO", "Wire"]),
        room("RealTime", ["CLinux", "LinuxIO", "Wire"]),
        room("LinkEngine", ["LinkModel", "LinuxIO", "RealTime", "Runs", "Wire"]),
        room("Serving", ["HTTP", "HTTP2", "LinuxIO", "RealTime", "TLS", "Wire"]),
        room(
            "Origin",
            [
                "Compression", "Figures", "Fixtures", "HTTP", "JSON", "LinuxIO", "Logs", "Scenarios",
                "Serving", "TLS", "Wire",
            ]
        ),
        room(
            "Grounds",
            [
                "Fixtures", "JSON", "LinkEngine", "LinkModel", "LinuxIO", "Naming", "Origin", "Runs",
                "ScenarioFormat", "Scenarios", "Serving", "TLS", "Wire",
            ]
        ),
        room(
            "Proxy",
            [
                "Archives", "Compression", "Forwarding", "HTTP", "HTTP2", "JSON", "LinuxIO", "Serving", "TLS",
                "Wire",
            ]
        ),
        page(
            "LivePage",
            ["Archives", "Figures", "HTTP", "JSON", "LinuxIO", "PageParts", "Serving", "Wire"],
            assets: [
                "page.html", "page.css", "icon.svg", "page.js", "exchanges.js", "filter.js", "held.js",
                "list.js", "details.js", "contents.js", "throughput.js", "controls.js", "compose.js",
                "message.js", "curl.js", "underway.js", "news.js", "ledger.js", "rules.js", "capture.js",
            ]
        ),
        room("Naming", ["LinuxIO", "RealTime", "Wire"]),
        room(
            "BenchControl",
            [
                "Fixtures", "Grounds", "HTTP", "JSON", "LinkEngine", "LinkModel", "LinuxIO", "Logs",
                "Origin", "Runs", "ScenarioFormat", "Scenarios", "Serving", "TLS", "Wire",
            ]
        ),
        // For other people's tests.
        room(
            "TestBench",
            ["BenchControl", "Fixtures", "Grounds", "HTTP", "JSON", "LinuxIO", "ScenarioFormat", "TLS"]
        ),
        room("TestBenchImages", ["Fixtures", "Images", "TestBench"]),
        room("TestBenchTraits", ["TestBench"]),
        room("VirtualTime", ["CLinux", "LinuxIO", "Wire"]),
        room(
            "CacheClient",
            [
                "CCurl", "COpenSSL", "CXXHash", "Fixtures", "HTTP", "Images", "LinuxIO", "Logs", "RealTime",
                "Wire",
            ]
        ),
        room(
            "Testbed",
            [
                "CacheClient", "Capture", "Figures", "Forwarding", "Grounds", "HTTP", "Images", "JSON",
                "LinkEngine", "LinkModel", "LinuxIO", "Logs", "Naming", "Origin", "Proxy", "RealTime", "Runs",
                "Scenarios", "Serving", "TLS", "Wire",
            ]
        ),
        .target(
            name: "Experiments",
            dependencies: [
                "Analysis", "Capture", "Figures", "Grounds", "Inspection", "JSON", "LinkModel", "LinuxIO",
                "Reports", "Runs", "ScenarioFormat", "Scenarios", "Testbed", "Theory", "Wire",
            ],
            // Links to `scenarios/` and `sweeps/`.
            resources: [.embedInCode("Bundled/Scenarios"), .embedInCode("Bundled/Sweeps")],
            swiftSettings: houseRules
        ),
        room(
            "Sweeps",
            [
                "Analysis", "Compression", "Figures", "Inspection", "JSON", "LinkModel", "LinuxIO", "Logs",
                "Reports", "Runs", "ScenarioFormat", "Scenarios", "TLS", "Wire",
            ]
        ),
        room(
            "Programs",
            [
                "Analysis", "Archives", "Experiments", "Figures", "Grounds", "LinkModel", "LinuxIO",
                "RealTime", "Reports", "Runs", "ScenarioFormat", "Scenarios", "TLS", "Testbed", "Theory",
                "VirtualTime", "Wire",
            ]
        ),
        room(
            "Services",
            [
                "Archives", "Capture", "Compression", "Figures", "Forwarding", "Grounds", "HTTP", "JSON",
                "LinkEngine", "LinkModel", "LinuxIO", "LivePage", "Origin", "Programs", "Proxy", "Reports",
                "Runs", "ScenarioFormat", "Scenarios", "Serving", "TLS", "Wire",
            ]
        ),
        room(
            "Sweeping",
            [
                "Experiments", "Figures", "Grounds", "JSON", "LinuxIO", "Logs", "Programs", "Reports", "Runs",
                "ScenarioFormat", "Scenarios", "Sweeps", "Testbed", "Theory", "VirtualTime", "Wire",
            ]
        ),
        room(
            "Inspecting",
            [
                "Archives", "Capture", "Compression", "Experiments", "Figures", "Inspection", "JSON",
                "LinkModel", "LinuxIO", "Programs", "Recordings", "Reports", "Runs", "Scenarios", "Sweeping",
                "Sweeps", "TLS", "Wire",
            ]
        ),
        room(
            "Running",
            [
                "Analysis", "Archives", "BenchControl", "Capture", "Experiments", "Fixtures", "Grounds",
                "Images", "Inspection", "JSON", "LinkEngine", "LinkModel", "LinuxIO", "LivePage", "Programs",
                "Reports", "Runs", "ScenarioFormat", "Scenarios", "Serving", "TLS", "Testbed", "VirtualTime",
                "Wire",
            ]
        ),
        .executableTarget(
            name: "netlab",
            dependencies: [
                "Analysis", "Archives", "BenchmarkArguments", "Capture", "Compression", "Experiments",
                "Figures", "Fixtures", "Forwarding", "HTTP", "Images", "Inspecting", "Inspection", "JSON",
                "LinkEngine", "LinkFormats", "LinkModel", "LinuxIO", "LivePage", "Origin", "Programs",
                "Proxy", "RealTime", "Recordings", "Reports", "Running", "Runs", "ScenarioFormat",
                "Scenarios", "Services", "Sweeping", "Sweeps", "TLS", "Testbed", "Theory", "VirtualTime",
                "Wire",
            ],
            swiftSettings: houseRules
        ),

        // `netlab bench` knows what its program can be asked for, and nothing of how that measures.
        .target(
            name: "BenchmarkArguments",
            dependencies: ["Programs", "VirtualTime"],
            path: "Benchmarks/Arguments",
            swiftSettings: houseRules
        ),
        .target(
            name: "Benchmarks",
            dependencies: [
                "Analysis", "BenchControl", "BenchmarkArguments", "CacheClient", "Capture", "Experiments",
                "Figures", "Fixtures", "HTTP", "Images", "Inspection", "JSON", "LinkEngine", "LinkModel",
                "LinuxIO", "Logs", "RealTime", "Reports", "Runs", "ScenarioFormat", "Scenarios", "Sweeps",
                "TLS", "Testbed", "Theory", "Wire",
            ],
            path: "Benchmarks/Benchmarks",
            swiftSettings: houseRules
        ),
        .executableTarget(
            name: "netlab-bench",
            dependencies: [
                "BenchmarkArguments", "Benchmarks", "Experiments", "JSON", "LinuxIO", "Programs", "Reports",
                "Runs", "Testbed",
            ],
            path: "Benchmarks/Program",
            swiftSettings: houseRules
        ),

        // Foundation's caches and libcurl alone, measured for `netlab bench cache`; netlab itself does not
        // use Foundation.
        .executableTarget(
            name: "netlab-cache-peers",
            dependencies: ["CCurl"],
            path: "Benchmarks/CachePeers",
            swiftSettings: houseRules
        ),

        // Searches with the simulator for what the articles left out: `docs/the-articles-mystery.md`.
        .executableTarget(
            name: "article-search",
            dependencies: ["LinkModel", "Theory", "Wire"],
            path: "Examples/ArticleSearch",
            swiftSettings: houseRules
        ),

        // Decodes one image in its own process, for the same bench. Swift's libraries are linked in: loading
        // them would take a large part of such a short run.
        .executableTarget(
            name: "netlab-downsample",
            dependencies: ["Fixtures", "Images", "LinuxIO", "Wire"],
            path: "Benchmarks/Downsample",
            swiftSettings: houseRules,
            linkerSettings: [.unsafeFlags(["-static-stdlib"])]
        ),

        // Tests mirror the rooms.
        .target(
            name: "TestSupport",
            dependencies: ["HTTP", "LinuxIO"],
            path: "Tests/TestSupport",
            swiftSettings: testRules
        ),
        tests("Wire"),
        tests("HTTP"),
        tests("HTTP2", ["HTTP", "TestSupport", "Wire"]),
        tests("TLS", ["COpenSSL", "Wire"]),
        tests("Compression", ["TestSupport"]),
        tests("Forwarding", ["HTTP", "Wire"]),
        tests("LinkModel", ["Wire"]),
        tests("Fixtures", ["Wire"]),
        tests("Scenarios"),
        tests(
            "ScenarioFormat",
            ["Fixtures", "Forwarding", "HTTP", "LinkModel", "Runs", "Scenarios", "Wire"]
        ),
        tests("JSON"),
        tests("Archives", ["HTTP", "JSON"]),
        tests("PageParts"),
        tests("LivePage", ["Archives", "HTTP", "JSON", "LinuxIO", "Serving", "TestSupport", "Wire"]),
        tests("Figures"),
        tests("Logs", ["JSON", "Wire"]),
        tests("Runs", ["JSON", "LinkModel", "Logs", "Wire"]),
        tests("LinkFormats", ["JSON", "LinkModel", "Scenarios", "TestSupport"]),
        tests("Inspection", ["COpenSSL", "Compression", "HTTP", "HTTP2", "TLS", "Wire"]),
        tests("Theory", ["Fixtures", "LinkModel", "Runs", "ScenarioFormat", "Scenarios", "Wire"]),
        tests(
            "Analysis",
            [
                "Fixtures", "Inspection", "JSON", "LinkModel", "Logs", "Runs", "ScenarioFormat", "Scenarios",
                "Theory", "Wire",
            ]
        ),
        tests(
            "Recordings",
            [
                "Archives", "Figures", "HTTP", "Inspection", "JSON", "LinkModel", "Reports", "ScenarioFormat",
                "Scenarios", "Wire",
            ]
        ),
        tests(
            "Reports",
            [
                "Analysis", "Archives", "HTTP", "Inspection", "JSON", "LinkModel", "Logs", "Recordings",
                "Runs",
                "ScenarioFormat", "Scenarios", "TestSupport", "Theory", "Wire",
            ]
        ),
        tests("LinuxIO", ["CLinux", "TestSupport", "Wire"]),
        tests("Images", ["Fixtures", "Wire"]),
        tests("Capture", ["CPcap", "Compression", "LinuxIO", "TestSupport", "Wire"]),
        tests("RealTime", ["LinuxIO", "TestSupport", "Wire"]),
        tests("LinkEngine", ["LinkModel", "LinuxIO", "RealTime", "Runs", "TestSupport", "Wire"]),
        tests("Serving", ["HTTP", "HTTP2", "LinuxIO", "TLS", "TestSupport", "Wire"]),
        tests(
            "Origin",
            [
                "Fixtures", "HTTP", "Images", "JSON", "LinuxIO", "Logs", "ScenarioFormat", "Scenarios",
                "Serving", "TLS", "TestSupport", "Wire",
            ]
        ),
        tests(
            "Proxy",
            [
                "Archives", "Compression", "Forwarding", "HTTP", "HTTP2", "LinuxIO", "Serving", "TLS",
                "TestSupport", "Wire",
            ]
        ),
        tests("Naming", ["LinuxIO", "Wire"]),
        tests("VirtualTime", ["LinuxIO", "TestSupport"]),
        tests(
            "Experiments",
            [
                "Analysis", "JSON", "LinkModel", "LinuxIO", "Logs", "Reports", "Runs", "ScenarioFormat",
                "Scenarios",
                "TestSupport", "Testbed", "Wire",
            ]
        ),
        .executableTarget(
            name: "CacheWriter",
            dependencies: ["CacheClient", "LinuxIO", "TestSupport"],
            path: "Tests/CacheWriter",
            swiftSettings: houseRules
        ),
        tests(
            "CacheClient",
            [
                "CacheWriter", "Fixtures", "HTTP", "Images", "LinuxIO", "Logs", "Serving", "TLS",
                "TestSupport", "Wire",
            ]
        ),
        tests(
            "Grounds",
            ["JSON", "LinkModel", "LinuxIO", "Runs", "Scenarios", "TLS", "TestSupport", "Wire"]
        ),
        tests(
            "BenchControl",
            [
                "Grounds", "HTTP", "Images", "JSON", "LinkEngine", "LinkModel", "LinuxIO", "Logs",
                "ScenarioFormat", "Scenarios", "TLS", "TestSupport", "Wire",
            ]
        ),
        // Has the library for tests, and nothing beside it.
        .executableTarget(
            name: "LeanBench",
            dependencies: ["TestBench"],
            path: "Tests/LeanBench",
            swiftSettings: houseRules
        ),
        tests(
            "TestBench",
            ["JSON", "LeanBench", "LinuxIO", "TestBenchImages", "TestBenchTraits", "TestSupport"]
        ),
        // A worked example for users of the library.
        .testTarget(
            name: "FeedExampleTests",
            dependencies: ["TestBench", "TestBenchImages", "TestBenchTraits"],
            path: "Examples/Swift",
            swiftSettings: testRules
        ),
        tests(
            "Testbed",
            [
                "CacheClient", "Capture", "Forwarding", "HTTP", "Images", "JSON", "LinkEngine", "LinkModel",
                "LinuxIO",
                "Logs", "Origin", "Proxy", "Runs", "ScenarioFormat", "Scenarios", "Serving", "TLS",
                "TestSupport", "Theory", "Wire",
            ]
        ),
        tests(
            "Sweeps",
            ["Compression", "JSON", "LinuxIO", "Runs", "ScenarioFormat", "Scenarios", "TestSupport"]
        ),
        tests(
            "Programs",
            ["Experiments", "LinkModel", "LinuxIO", "Reports", "Runs", "TestSupport", "Testbed"]
        ),
        tests("BenchmarkArguments", ["Programs"]),
        tests(
            "Benchmarks",
            ["LinkModel", "LinuxIO", "Logs", "Runs", "ScenarioFormat", "Scenarios", "TestSupport", "Wire"]
        ),
        tests(
            "Services",
            [
                "Archives", "Compression", "Forwarding", "HTTP", "JSON", "LinkEngine", "LinkModel", "LinuxIO",
                "Logs", "Origin", "Programs", "Proxy", "Reports", "Runs", "Scenarios", "Serving", "TLS",
                "TestSupport", "Wire",
            ]
        ),
        tests("Sweeping", ["LinuxIO", "Programs", "Scenarios", "Sweeps", "TestSupport"]),
        tests(
            "Inspecting",
            ["Compression", "Inspection", "LinuxIO", "Programs", "Reports", "TestSupport", "Wire"]
        ),
        tests("Running", ["JSON", "LinkModel", "LinuxIO", "Programs", "Reports", "Testbed", "Wire"]),
        tests(
            "netlab",
            [
                "Archives", "Compression", "Experiments", "Forwarding", "HTTP", "Inspection", "JSON",
                "LinkEngine", "LinkModel",
                "LinuxIO", "Logs", "Origin",
                "Proxy", "Reports", "Runs", "ScenarioFormat", "Scenarios", "Serving", "TestSupport",
                "Testbed", "Wire",
            ]
        ),
        // Runs a program and lets one of its system calls fail.
        .systemLibrary(name: "CTrace", path: "Tests/CTrace"),
        .executableTarget(
            name: "FaultTracer",
            dependencies: ["CTrace"],
            path: "Tests/FaultTracer",
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["FaultTracer", "LinuxIO", "RealTime", "TestSupport", "VirtualTime", "Wire"],
            swiftSettings: testRules
        ),
    ] + (fuzzing ?? []),
    swiftLanguageModes: [.v6]
)

/// These targets and their dependencies within the package.
func needed(by targets: [String], among all: [Target]) -> [Target] {
    let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    var needed: Set<String> = []
    var open = targets
    while let name = open.popLast() {
        guard needed.insert(name).inserted, let target = named[name] else { continue }
        open += target.dependencies.compactMap { dependency in
            if case .byNameItem(let name, _) = dependency { name } else { nil }
        }
    }
    return all.filter { needed.contains($0.name) }
}

// `NETLAB_TESTS_OF=Scenarios,ScenarioFormat` keeps only what these rooms' tests need.
let rooms = Context.environment["NETLAB_TESTS_OF"]?.split(separator: ",")
let asked = rooms?.map { "\($0)Tests" } ?? fuzzing?.map(\.name)
if let asked {
    package.targets = needed(by: asked, among: package.targets)
    package.products = []
}
