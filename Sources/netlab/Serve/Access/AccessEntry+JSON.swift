import Figures
import JSON
import LinuxIO
import Logs
import Wire

extension AccessEntry {
    /// One line: who, when, and the origin's log with its instants from the server's start.
    func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.member("at", TimestampFormat.text(wall))
        writer.member("client", client.host.description)
        writer.member("version", version)
        writer.member("referer", referer)
        writer.member("userAgent", userAgent)
        writer.member("durationNs", duration)
        log.writeMembers(to: &writer)
        writer.raw("}\n")
    }
}
