import Figures
package import Inspection
package import Programs
import Reports

/// `netlab inspect --stream N --follow`: shows what both ends of a connection sent.
package struct FollowSession {
    let stream: Int
    let form: FollowForm

    /// `read` inspects the named capture with a follower.
    package func show(
        _ file: String,
        on console: Console,
        _ read: (FollowedStream) throws(CommandFailure) -> CaptureInspection
    ) throws(CommandFailure) {
        let followed = FollowedStream(stream, form, on: console)
        let inspection = try read(followed)
        followed.finish()
        guard let flow = inspection.flows.first(where: { $0.stream == stream }) else {
            throw CommandFailure.noConnection(stream, in: file, of: inspection)
        }
        let names = console.style.isColoured ? ("", "") : (" (>)", " (<)")
        console.note(
            "stream \(stream): \(flow.client)\(names.0) sent \(ByteFormat.text(followed.byteCounts.client)), "
                + "\(flow.server)\(names.1) \(ByteFormat.text(followed.byteCounts.server))"
        )
        let missing = followed.missing.client + followed.missing.server
        if missing > 0 { console.warn("\(ByteFormat.text(missing)) of the stream are not in the capture") }
    }
}
