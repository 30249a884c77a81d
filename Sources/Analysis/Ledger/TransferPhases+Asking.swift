import Logs
import Wire

extension TransferPhases {
    /// Time spent on the line, or beyond it.
    var asking: Nanoseconds { connect + tls + request + wait + receive }

    /// The phases that remain.
    static func - (whole: TransferPhases, part: TransferPhases) -> TransferPhases {
        TransferPhases(
            cache: max(0, whole.cache - part.cache),
            blocked: max(0, whole.blocked - part.blocked),
            dns: max(0, whole.dns - part.dns),
            connect: max(0, whole.connect - part.connect),
            tls: max(0, whole.tls - part.tls),
            request: max(0, whole.request - part.request),
            wait: max(0, whole.wait - part.wait),
            receive: max(0, whole.receive - part.receive),
            decode: max(0, whole.decode - part.decode)
        )
    }
}
