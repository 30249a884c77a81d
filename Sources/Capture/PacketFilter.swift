internal import CPcap
package import Wire

/// A filter in tcpdump's syntax for packets already recorded. Used from one thread at a time.
package final class PacketFilter {
    /// The filter compiled for one link type. Owns the compiled program.
    private final class Program {
        private var program = bpf_program()

        /// nil if the filter does not compile for the link type; `message` says why.
        init?(_ expression: String, _ linkType: LinkType, _ message: inout String) {
            // Raw IP has another number for filters than in files.
            let number = linkType == .rawIP ? LinkType.rawIPLive.rawValue : linkType.rawValue
            guard let handle = pcap_open_dead(Int32(clamping: number), Int32(RecorderSettings.wholePackets))
            else {
                message = "there is not enough memory"
                return nil
            }
            defer { pcap_close(handle) }
            guard pcap_compile(handle, &program, expression, 1, PCAP_NETMASK_UNKNOWN) == 0 else {
                message = String(cString: pcap_geterr(handle))
                return nil
            }
        }

        deinit {
            pcap_freecode(&program)
        }

        func admits(_ packet: CapturedPacket, _ bytes: RawSpan) -> Bool {
            var header = pcap_pkthdr()
            header.caplen = UInt32(clamping: bytes.byteCount)
            header.len = UInt32(clamping: max(packet.originalLength, bytes.byteCount))
            return bytes.withUnsafeBytes { buffer in
                guard let start = buffer.bindMemory(to: UInt8.self).baseAddress else { return false }
                return pcap_offline_filter(&program, &header, start) != 0
            }
        }
    }

    private let expression: String
    /// nil for link types for which the filter does not compile.
    private var programs: [LinkType: Program?] = [:]

    package init(_ expression: String) throws(CaptureError) {
        self.expression = expression
        var message = ""
        // Some filters suit only one link type. A filter that none of the usual types accepts is invalid.
        let usual: [LinkType] = [.ethernet, .rawIP, .linuxCooked2, .wirelessRadiotap]
        for linkType in usual { programs[linkType] = .some(Program(expression, linkType, &message)) }
        guard programs.values.contains(where: { $0 != nil }) else {
            throw CaptureError(.filter, "the filter '\(expression)' is not understood: \(message)")
        }
    }

    package func admits(_ packet: CapturedPacket, _ bytes: RawSpan) -> Bool {
        if let known = programs[packet.linkType] { return known?.admits(packet, bytes) ?? false }
        var message = ""
        let program = Program(expression, packet.linkType, &message)
        programs[packet.linkType] = .some(program)
        return program?.admits(packet, bytes) ?? false
    }
}
