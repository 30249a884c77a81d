internal import CPcap
internal import Wire

/// An open packet socket with its packet ring, owned by whoever holds this value.
///
/// It belongs to the network namespace of the thread that made it, and may be used from any one thread.
struct PacketRing: ~Copyable, @unchecked Sendable {
    // Safety: the handle has one owner, moved from thread to thread, never shared.
    private let handle: OpaquePointer

    private init(owning handle: OpaquePointer) {
        self.handle = handle
    }

    /// Starts recording: packets from now on are in the ring.
    ///
    /// A partly filled block of the ring is handed over after `retireMilliseconds`, at the latest after twice
    /// that time.
    static func open(
        _ settings: RecorderSettings,
        retireMilliseconds: Int32
    ) throws(CaptureError) -> PacketRing {
        let interface = settings.interface
        var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        guard let handle = pcap_create(interface, &message) else {
            throw CaptureError(.system, "recording on \(interface) failed: \(text(message))")
        }
        let source = PacketRing(owning: handle)
        // These calls fail only on an active handle.
        pcap_set_snaplen(handle, Int32(clamping: settings.snapLength))
        pcap_set_promisc(handle, 0)
        pcap_set_timeout(handle, retireMilliseconds)
        pcap_set_buffer_size(handle, Int32(clamping: settings.bufferBytes))
        guard pcap_set_tstamp_precision(handle, PCAP_TSTAMP_PRECISION_NANO) == 0 else {
            throw CaptureError(.system, "recording on \(interface) failed: it has no nanosecond timestamps")
        }
        let status = pcap_activate(handle)
        if status < 0 { throw error(status, interface, String(cString: pcap_geterr(handle))) }
        // Without a filter the kernel would copy whole packets, whatever the snap length.
        try source.set(filter: settings.filter ?? "")
        guard pcap_setnonblock(handle, 1, &message) == 0 else {
            throw CaptureError(.system, "recording on \(interface) failed: \(text(message))")
        }
        return source
    }

    /// Sets the filter. The library drops packets that arrived before.
    private func set(filter: String) throws(CaptureError) {
        var program = bpf_program()
        guard pcap_compile(handle, &program, filter, 1, PCAP_NETMASK_UNKNOWN) == 0 else {
            throw CaptureError(
                .filter,
                "the filter '\(filter)' is not understood: \(String(cString: pcap_geterr(handle)))"
            )
        }
        defer { pcap_freecode(&program) }
        guard pcap_setfilter(handle, &program) == 0 else {
            throw CaptureError(
                .system,
                "the filter '\(filter)' cannot be used: \(String(cString: pcap_geterr(handle)))"
            )
        }
    }

    deinit {
        pcap_close(handle)
    }

    /// Readable when packets are available. Borrowed.
    var descriptor: Int32 { pcap_get_selectable_fd(handle) }

    var linkType: LinkType {
        let live = LinkType(rawValue: UInt32(clamping: pcap_datalink(handle)))
        return live == .rawIPLive || live == .rawIPOpenBSD ? .rawIP : live
    }

    /// Recipient of packets during a call of the library.
    private struct Delivery: ~Copyable {
        let intake: UnsafeMutablePointer<PacketIntake>
        let handle: OpaquePointer
    }

    /// Takes at most this many available packets, or until the file is full. Never waits. Returns the reason
    /// of a failure.
    func read(_ most: Int, into intake: inout PacketIntake) -> String? {
        let count = withUnsafeMutablePointer(to: &intake) { intake in
            var delivery = Delivery(intake: intake, handle: handle)
            return withUnsafeMutablePointer(to: &delivery) {
                // The library passes the pointer back with every packet, and does not use it otherwise.
                let context = UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
                return pcap_dispatch(handle, Int32(clamping: most), Self.handOver, context)
            }
        }
        return count >= 0 || count == PCAP_ERROR_BREAK ? nil : String(cString: pcap_geterr(handle))
    }

    private static let handOver: pcap_handler = { context, header, bytes in
        guard let context, let header = header?.pointee, let bytes else { return }
        let span = RawSpan(_unsafeStart: bytes, byteCount: Int(header.caplen))
        // With nanosecond precision the microseconds field holds nanoseconds.
        let stamp = Int64(header.ts.tv_sec) * 1_000_000_000 + Int64(header.ts.tv_usec)
        let delivery = UnsafeMutableRawPointer(context).assumingMemoryBound(to: Delivery.self)
        delivery.pointee.intake.pointee.append(span, stamp: stamp, originalLength: Int(header.len))
        // Packets after this one belong to the next file.
        if delivery.pointee.intake.pointee.file.isFull { pcap_breakloop(delivery.pointee.handle) }
    }

    struct Statistics {
        /// Packets that reached the ring so far, including those that found it full.
        var received = 0
        /// Packets that found the ring full.
        var overflowed = 0
        /// Packets that the interface lost before the ring.
        var lost = 0

        var dropped: Int { overflowed + lost }
    }

    func statistics() -> Statistics {
        var counted = pcap_stat()
        guard pcap_stats(handle, &counted) == 0 else { return Statistics() }
        return Statistics(
            received: Int(counted.ps_recv),
            overflowed: Int(counted.ps_drop),
            lost: Int(counted.ps_ifdrop)
        )
    }

    private static func error(_ status: Int32, _ interface: String, _ detail: String) -> CaptureError {
        switch status {
        case PCAP_ERROR_PERM_DENIED, PCAP_ERROR_PROMISC_PERM_DENIED:
            CaptureError(
                .permission,
                """
                this user may not record on \(interface): run as root, or give the program the right once with \
                `sudo setcap cap_net_raw+ep PROGRAM`
                """
            )
        case PCAP_ERROR_NO_SUCH_DEVICE:
            CaptureError(
                .interface,
                "there is no interface \(interface) to record on: `ip link` lists the interfaces"
            )
        case PCAP_ERROR_IFACE_NOT_UP:
            CaptureError(
                .interface,
                "the interface \(interface) is down: `ip link set \(interface) up` starts it"
            )
        default:
            CaptureError(
                .system,
                "recording on \(interface) failed: \(detail.isEmpty ? String(cString: pcap_statustostr(status)) : detail)"
            )
        }
    }

    private static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
