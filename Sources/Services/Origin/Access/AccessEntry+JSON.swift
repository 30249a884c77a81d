import Figures
import JSON
import LinuxIO
import Logs
import Wire

extension AccessEntry {
    /// Writes one line: date, client, and the origin's log with instants since the server's start.
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
