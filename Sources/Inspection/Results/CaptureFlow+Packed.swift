extension CaptureFlow: PackedResult {
    package var packedOrder: UInt64 { UInt64(clamping: stream) }

    package func pack(into writer: inout PackedWriter) {
        writer.put(stream)
        writer.put(client)
        writer.put(server)
        writer.put([isClientGuessed])
        writer.put(firstStamp)
        writer.put(lastStamp)
        up.pack(into: &writer)
        down.pack(into: &writer)
        writer.put(handshake)
        writer.put(resets)
        writer.put(longestIdle)
        writer.put(silences) { $1.pack(into: &$0) }
        writer.putShared(content.rawValue)
        writer.putShared(serverName)
        writer.putShared(tunnel)
        writer.putShared(ending.rawValue)
        writer.put(exchanges)
        writer.put(farewells) {
            $0.put([$1.isFromClient])
            $0.put($1.lastStream)
            $0.put(UInt64($1.code))
            $0.put($1.stamp)
            $0.put($1.packet)
            $0.put($1.text)
        }
    }

    package init(from reader: inout PackedReader) {
        self.init(
            stream: reader.count(),
            client: reader.endpoint(),
            server: reader.endpoint(),
            isClientGuessed: reader.flags(1)[0],
            firstStamp: reader.stamp(),
            lastStamp: reader.stamp()
        )
        up = Side(from: &reader)
        down = Side(from: &reader)
        handshake = reader.handshake()
        resets = reader.count()
        longestIdle = reader.stamp()
        silences = reader.list { CaptureSilence(from: &$0) }
        content = Content(rawValue: reader.sharedText()) ?? .unknown
        serverName = reader.sharedTextOrNil()
        tunnel = reader.sharedTextOrNil()
        ending = Ending(rawValue: reader.sharedText()) ?? .open
        exchanges = reader.count()
        farewells = reader.list { reader in
            var farewell = CapturedGoAway(
                isFromClient: reader.flags(1)[0],
                lastStream: reader.count(),
                code: UInt32(truncatingIfNeeded: reader.number()),
                stamp: reader.stamp(),
                packet: reader.count()
            )
            farewell.text = reader.text()
            return farewell
        }
    }
}

extension CaptureFlow.Side {
    func pack(into writer: inout PackedWriter) {
        for count in [packets, wireBytes, streamBytes, retransmittedBytes, missingBytes] { writer.put(count) }
        sender.pack(into: &writer)
        goodput.pack(into: &writer)
        window.pack(into: &writer)
        recovery.pack(into: &writer)
        flowControl.pack(into: &writer)
    }

    init(from reader: inout PackedReader) {
        packets = reader.count()
        wireBytes = reader.count()
        streamBytes = reader.count()
        retransmittedBytes = reader.count()
        missingBytes = reader.count()
        sender = CaptureFlow.Sender(from: &reader)
        goodput = GoodputSeries(from: &reader)
        window = PauseSeries(from: &reader)
        recovery = PauseSeries(from: &reader)
        flowControl = PauseSeries(from: &reader)
    }
}

extension CaptureFlow.Sender {
    func pack(into writer: inout PackedWriter) {
        writer.put([allowsSelective, isTimedByStamps])
        writer.put(segmentSize)
        writer.put(windowShift)
        roundTrip.pack(into: &writer)
        for count in [
            retransmitted, lostBefore, fast, timeout, tailProbes, spurious, outOfOrder,
            duplicateAcknowledgements, zeroWindows, largestWindow, mostInFlight,
        ] {
            writer.put(count)
        }
        writer.put(zeroWindowTime)
        writer.put(initialFlight)
        lossFlights.pack(into: &writer)
    }

    init(from reader: inout PackedReader) {
        let flags = reader.flags(2)
        (allowsSelective, isTimedByStamps) = (flags[0], flags[1])
        segmentSize = reader.countOrNil()
        windowShift = reader.countOrNil()
        roundTrip = SampleStatistics(from: &reader)
        retransmitted = reader.count()
        lostBefore = reader.count()
        fast = reader.count()
        timeout = reader.count()
        tailProbes = reader.count()
        spurious = reader.count()
        outOfOrder = reader.count()
        duplicateAcknowledgements = reader.count()
        zeroWindows = reader.count()
        largestWindow = reader.count()
        mostInFlight = reader.count()
        zeroWindowTime = reader.stamp()
        initialFlight = reader.countOrNil()
        lossFlights = SampleStatistics(from: &reader)
    }
}
