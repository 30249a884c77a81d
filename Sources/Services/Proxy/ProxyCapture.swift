import Capture
import Figures
import LinuxIO
import Programs
import Serving
import TLS

/// The capture of a proxy's connections, with the secrets of their sessions.
struct ProxyCapture {
    let recorder: StreamRecorder
    let secrets = KeyLog()
    private let file: String

    init(_ file: String, _ clock: RunClock, _ clients: LineClients, _ log: ProxyLog) throws(CommandFailure) {
        self.file = file
        let secrets = secrets
        do throws(SystemCallError) {
            recorder = try StreamRecorder(path: file, clock: clock) {
                clients[$0]
            } secrets: {
                secrets.take()
            } failed: { error in
                log.failed("the capture ends here: \(error)")
            }
        } catch {
            throw CommandFailure(.failed, "the capture cannot be written: \(error)")
        }
    }

    /// The file as far as it is written, which ends behind a whole block; nil if it cannot be read.
    var written: ServedBody? {
        let count = recorder.writtenBytes
        guard let opened = try? SharedFile(file), let status = try? opened.status(), status.isRegular,
            status.size >= count
        else { return nil }
        return ServedBody(opened, 0..<count)
    }

    /// Completes the file, after the last connection, and says what is in it. False if it could not be written to
    /// the end.
    func finish(_ console: Console, isQuiet: Bool) -> Bool {
        let summary = recorder.finish()
        if summary.lostBytes > 0 || summary.lostConnections > 0 {
            let bytes = ByteFormat.text(summary.lostBytes)
            let connections = CountFormat.text(summary.lostConnections, "connection")
            console.warn(
                "the disk was too slow: \(bytes) and \(connections) are missing in \(file)"
            )
        }
        if !isQuiet { console.note("\(CountFormat.text(summary.packets, "packet")) in \(file)") }
        return summary.failure == nil
    }
}
