internal import CQUIC
import Synchronization

/// Remembers which early data a server has taken, so that it takes none twice. Any thread may use it.
final class EarlyDataGuard: @unchecked Sendable {
    // Safety: GnuTLS only reads its own part once it is set; what it calls locks.
    private let raw: gnutls_anti_replay_t?
    private let seen = Mutex<Set<[UInt8]>>([])

    init() {
        var made: gnutls_anti_replay_t?
        raw = gnutls_anti_replay_init(&made) == 0 ? made : nil
        guard let raw else { return }
        gnutls_anti_replay_set_ptr(raw, Unmanaged.passUnretained(self).toOpaque())
        gnutls_anti_replay_set_add_function(raw) { owner, _, key, _ in
            guard let owner, let key else { return GNUTLS_E_DB_ERROR }
            let seen = Unmanaged<EarlyDataGuard>.fromOpaque(owner).takeUnretainedValue()
            let bytes = UnsafeBufferPointer(start: key.pointee.data, count: Int(key.pointee.size))
            return seen.isNew(Array(bytes)) ? 0 : GNUTLS_E_DB_ENTRY_EXISTS
        }
    }

    deinit {
        if let raw { gnutls_anti_replay_deinit(raw) }
    }

    func serve(_ session: gnutls_session_t) {
        guard let raw else { return }
        gnutls_anti_replay_enable(session, raw)
        _ = gnutls_record_set_max_early_data_size(session, Int(UInt32.max))
    }

    /// Far more than tickets are used within the time in which they are good for early data.
    private static let most = 100_000

    private func isNew(_ key: [UInt8]) -> Bool {
        seen.withLock { seen in
            if seen.count >= Self.most { seen.removeAll() }
            return seen.insert(key).inserted
        }
    }
}
