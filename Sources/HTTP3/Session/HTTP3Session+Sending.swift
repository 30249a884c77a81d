internal import CQUIC
package import HTTP2
package import Wire

extension HTTP3Session {
    private static let pieces = 16
    /// Bytes made at once: others want a turn, too.
    private static let turn = 131_072

    /// Makes the datagrams that may be sent now. Fewer than `turn` bytes mean that more can only follow an arrival or
    /// `deadline`.
    package final func send(from source: any HTTP2BodySource, at now: Instant) -> HTTP3Output {
        self.now = now
        self.source = source
        defer { self.source = nil }
        var output = HTTP3Output()
        guard let quic else { return output }
        if closing != nil {
            say(into: &output, quic)
            return output
        }
        guard ending == nil else { return output }
        // What one turn may release, so that pacing spreads the rest.
        let quantum = min(Self.turn, max(1, ngtcp2_conn_get_send_quantum(quic)))
        var made = 0
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.largestDatagram) { room in
            while made < quantum, let count = write(into: room, &output, quic) { made += count }
        }
        ngtcp2_conn_update_pkt_tx_time(quic, now.stamp)
        if closing != nil { say(into: &output, quic) }
        return output
    }

    private static let largestDatagram = 65_535

    /// Makes one datagram; nil if there is none. Its bytes' marks are added before it is.
    private func write(
        into room: UnsafeMutableBufferPointer<UInt8>,
        _ output: inout HTTP3Output,
        _ quic: OpaquePointer
    ) -> Int? {
        let limit = ngtcp2_conn_get_max_tx_udp_payload_size(quic)
        while true {
            var stream: Int64 = -1
            var isLast: Int32 = 0
            var pieces = [nghttp3_vec](repeating: nghttp3_vec(), count: Self.pieces)
            var count = 0
            if let http, ngtcp2_conn_get_max_data_left(quic) > 0 {
                count = nghttp3_conn_writev_stream(http, &stream, &isLast, &pieces, Self.pieces)
                guard count >= 0 else {
                    refuse(Int32(clamping: count))
                    return nil
                }
            }
            var taken = 0
            var ecn: UInt8 = 0
            var storage = ngtcp2_path_storage()
            ngtcp2_path_storage_zero(&storage)
            let flags =
                UInt32(NGTCP2_WRITE_STREAM_FLAG_MORE)
                | (isLast != 0 ? UInt32(NGTCP2_WRITE_STREAM_FLAG_FIN) : 0)
            let written = netlab_quic_write(
                quic,
                &storage.path,
                &ecn,
                room.baseAddress,
                min(room.count, limit),
                &taken,
                flags,
                stream,
                pieces,
                count,
                now.stamp
            )
            if taken >= 0, stream >= 0 {
                note(taken, pieces.prefix(count), isLast: isLast != 0, stream, &output)
            }
            switch Int32(clamping: written) {
            case NGTCP2_ERR_WRITE_MORE: continue
            case NGTCP2_ERR_STREAM_DATA_BLOCKED:
                if let http { nghttp3_conn_block_stream(http, stream) }
            case NGTCP2_ERR_STREAM_SHUT_WR, NGTCP2_ERR_STREAM_NOT_FOUND:
                if let http { nghttp3_conn_shutdown_stream_write(http, stream) }
            case ..<0:
                fail(Int32(clamping: written))
                return nil
            case 0: return nil
            default:
                guard let path = QUICPath(storage.path) else { return nil }
                let datagram = UnsafeBufferPointer(rebasing: room[..<written])
                output.append(datagram, to: path, ecn: ecn)
                tracer?.endDatagram(at: now)
                return written
            }
        }
    }

    /// ngtcp2 has put so many bytes of a stream into the datagram being made.
    private func note(
        _ taken: Int,
        _ pieces: ArraySlice<nghttp3_vec>,
        isLast: Bool,
        _ stream: Int64,
        _ output: inout HTTP3Output
    ) {
        guard let http else { return }
        let code = nghttp3_conn_add_write_offset(http, stream, taken)
        if code != 0 { refuse(code) }
        let number = HTTP3StreamID(truncatingIfNeeded: stream)
        let place = carry(taken, of: stream)
        guard ngtcp2_is_bidi_stream(stream) != 0, taken > 0 || isLast else { return }
        var (left, content, fields, total) = (taken, 0, 0, 0)
        for (index, piece) in zip(pieces.indices, pieces) {
            total += piece.len
            let here = min(left, piece.len)
            left -= here
            if isContent(piece, of: number) {
                content += here
            } else if pieces.index(after: index) == pieces.endIndex
                || !isContent(pieces[index + 1], of: number)
            {
                // What precedes content is its frame's header.
                fields += here
            }
        }
        output.marks.append(
            HTTP3Output.Mark(
                stream: number,
                content: content,
                fields: fields,
                isLast: isLast && taken == total,
                place: place
            )
        )
    }

    /// Where bytes lie among all that this end sends; nil without a trace.
    private func carry(_ count: Int, of stream: Int64) -> Range<Int64>? {
        guard tracer != nil, count > 0 else { return nil }
        let offset = sentOffsets[stream, default: 0]
        sentOffsets[stream] = offset + Int64(count)
        return tracer?.carry(count, of: stream, from: offset)
    }

    private func isContent(_ piece: nghttp3_vec, of stream: HTTP3StreamID) -> Bool {
        guard let place = piece.base else { return false }
        return contents[stream]?.holds(place) == true
    }

    /// Says why this end has closed the connection.
    private func say(into output: inout HTTP3Output, _ quic: OpaquePointer) {
        guard var reason = closing else { return }
        closing = nil
        let inPeriods = ngtcp2_conn_in_closing_period(quic) != 0 || ngtcp2_conn_in_draining_period(quic) != 0
        guard !inPeriods else { return }
        var storage = ngtcp2_path_storage()
        ngtcp2_path_storage_zero(&storage)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1500) { room in
            let written = netlab_quic_write_close(
                quic,
                &storage.path,
                room.baseAddress,
                min(room.count, ngtcp2_conn_get_max_tx_udp_payload_size(quic)),
                &reason,
                now.stamp
            )
            guard written > 0, let path = QUICPath(storage.path) else { return }
            output.append(UnsafeBufferPointer(rebasing: room[..<written]), to: path, ecn: 0)
            tracer?.endDatagram(at: now)
        }
    }

    /// Ends the connection after one of nghttp3's codes.
    final func refuse(_ code: Int32) {
        guard ending == nil else { return }
        close(HTTP3ErrorCode(rawValue: nghttp3_err_infer_quic_app_error_code(code)))
    }

    // MARK: As nghttp3 asks while datagrams are made

    /// Bytes of content in one frame.
    private static let frame = 16_384

    final func nextPiece(
        of stream: HTTP3StreamID,
        _ pieces: UnsafeMutablePointer<nghttp3_vec>,
        _ flags: UnsafeMutablePointer<UInt32>
    ) -> Int {
        guard let source else { return Int(NGHTTP3_ERR_WOULDBLOCK) }
        switch source.piece(of: stream, atMost: Self.frame) {
        case .bytes(let bytes, let isLast):
            if isLast { flags.pointee |= UInt32(NGHTTP3_DATA_FLAG_EOF) }
            guard !bytes.isEmpty else { return isLast ? 0 : Int(NGHTTP3_ERR_WOULDBLOCK) }
            pieces.pointee.base = contents[stream, default: OutgoingContent()].keep(bytes)
            pieces.pointee.len = bytes.count
            return 1
        case .trailers(let fields):
            flags.pointee |= UInt32(NGHTTP3_DATA_FLAG_EOF | NGHTTP3_DATA_FLAG_NO_END_STREAM)
            let code = FieldBlock(trailers: fields).withHTTP3Entries { entries, count in
                http.map { nghttp3_conn_submit_trailers($0, Int64(stream), entries, count) } ?? 0
            }
            return code == 0 ? 0 : Int(NGHTTP3_ERR_CALLBACK_FAILURE)
        case .later: return Int(NGHTTP3_ERR_WOULDBLOCK)
        case .reset(let code):
            reset(stream, HTTP3ErrorCode(code))
            return Int(NGHTTP3_ERR_WOULDBLOCK)
        }
    }
}

extension QUICPath {
    /// nil if it has no addresses.
    fileprivate init?(_ raw: ngtcp2_path) {
        guard let local = QUICAddress(raw.local.addr), let remote = QUICAddress(raw.remote.addr) else {
            return nil
        }
        self.init(local: local, remote: remote)
    }
}
