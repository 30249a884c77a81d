import Foundation
import TestSupport
import Testing

/// Debian's Chromium without a screen, driven as a user would drive it (WebDriver). It ends with the object.
final class Browser {
    static var isInstalled: Bool { Program.find("chromedriver") != nil && Program.find("chromium") != nil }

    private let folder: ScratchFolder
    private let driver: RunningProgram
    private let base: String
    private var session = ""

    /// With a `proxy` everything goes through it, and its certificates are accepted.
    init(dark: Bool = false, proxy: String? = nil) throws {
        folder = try ScratchFolder()
        // It prints the port that it took, and a full stop.
        driver = try Program(try #require(Program.find("chromedriver")), ["--port=0"]).start()
        let mark = "started successfully on port "
        let driver = driver
        var port: Substring = ""
        _ = Waiting.until {
            let told = driver.output.components(separatedBy: mark).dropFirst().first ?? ""
            port = told.prefix(while: \.isNumber)
            return told.dropFirst(port.count).hasPrefix(".") || !driver.isRunning
        }
        base = "http://127.0.0.1:\(port)"
        var arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,800",
            "--user-data-dir=\(folder.file("profile"))", "--disable-dev-shm-usage",
        ]
        if let proxy {
            // Chromium would reach this machine's servers without it.
            let server = proxy.split(separator: "/").last ?? ""
            arguments += [
                "--proxy-server=\(server)", "--proxy-bypass-list=<-loopback>", "--ignore-certificate-errors",
            ]
        } else {
            arguments.append("--no-proxy-server")
        }
        if dark { arguments.append("--blink-settings=preferredColorScheme=0") }
        let wanted: [String: Any] = [
            "browserName": "chrome", "goog:chromeOptions": ["args": arguments],
            "goog:loggingPrefs": ["browser": "ALL"],
        ]
        let answer = try tell("POST", "/session", ["capabilities": ["alwaysMatch": wanted]])
        session = try #require((answer as? [String: Any])?["sessionId"] as? String)
    }

    deinit {
        _ = try? tell("DELETE", "/session/\(session)", nil)
        driver.signal(SIGKILL)
        _ = try? driver.finish()
    }

    func open(_ url: String) throws {
        _ = try tell("POST", "/session/\(session)/url", ["url": url])
    }

    /// The value of a script's `return`.
    func run(_ script: String) throws -> Any? {
        try tell("POST", "/session/\(session)/execute/sync", ["script": script, "args": [String]()])
    }

    func text(_ script: String) throws -> String { try run("return String(\(script))") as? String ?? "" }

    /// Waits until the expression has this text, and returns what it has.
    func waits(for text: String, _ script: String) throws -> String {
        var found = ""
        // Asking takes about 20 ms each time.
        _ = Waiting.until(seconds: 3) {
            found = (try? self.text(script)) ?? ""
            return found == text
        }
        return found
    }

    /// What the page complained about on the console.
    func complaints() throws -> [String] {
        let entries = try tell("POST", "/session/\(session)/se/log", ["type": "browser"])
        return (entries as? [[String: Any]] ?? []).compactMap { $0["message"] as? String }
    }

    /// A picture of the page, kept where `NETLAB_PICTURES` says.
    func picture(_ name: String) throws {
        guard let place = ProcessInfo.processInfo.environment["NETLAB_PICTURES"] else { return }
        let text = try tell("GET", "/session/\(session)/screenshot", nil) as? String
        let data = try #require(text.flatMap { Data(base64Encoded: $0) })
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try data.write(to: URL(filePath: "\(place)/\(name).png"))
    }

    /// curl's ending, where the driver did not answer.
    private struct Unreachable: Error {
        var request: String
        var status: Int32
        var errors: String
    }

    private func tell(_ method: String, _ path: String, _ body: [String: Any]?) throws -> Any? {
        var words = ["-sS", "--noproxy", "*", "-m", "60", "-X", method, base + path]
        if let body {
            let file = folder.file("body.json")
            try JSONSerialization.data(withJSONObject: body).write(to: URL(filePath: file))
            words += ["-H", "Content-Type: application/json", "--data-binary", "@\(file)"]
        }
        let output = try Program(try #require(Program.find("curl")), words).run()
        guard output.status == 0 else {
            throw Unreachable(request: "\(method) \(path)", status: output.status, errors: output.errors)
        }
        let answer = try JSONSerialization.jsonObject(with: Data(output.output.utf8)) as? [String: Any]
        if let failure = (answer?["value"] as? [String: Any])?["error"] {
            Issue.record("\(method) \(path): \(failure) \(output.output.prefix(600))")
        }
        return answer?["value"]
    }
}
