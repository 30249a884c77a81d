import HTTP
import HTTP2
import Wire

extension HTTP2Conversation {
    /// A connection that began with HTTP/1: the request that asked for the upgrade is its first stream.
    /// `order` is that request's; `firstByte` is when its first byte arrived.
    convenience init(
        _ setting: ConversationSetting,
        after upgrade: HTTP2Upgrade,
        order: Int,
        firstByte: Instant,
        at now: Instant
    ) throws(HTTP2Error) {
        try self.init(setting, at: now)
        try session.upgrade(upgrade.settings, isHead: upgrade.head.method == "HEAD")
        self.order = order
        streams[1] = .heading(firstByte: firstByte)
        heed([.request(1, upgrade.head, isWhole: true)])
    }
}
