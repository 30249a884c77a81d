extension PublishedPreset {
    static let table =
        [
            PublishedPreset("nlc/dsl", 2_000_000, 5000, 256_000, 5000),
            PublishedPreset("nlc/3g", 780_000, 100_000, 330_000, 100_000),
            PublishedPreset("nlc/edge", 240_000, 400_000, 200_000, 440_000),
            PublishedPreset("nlc/lte", 50_000_000, 50_000, 10_000_000, 65_000),
            PublishedPreset("nlc/wifi", 40_000_000, 1000, 33_000_000, 1000),
            PublishedPreset("nlc/wifi-ac", 250_000_000, 1000, 100_000_000, 1000),
            PublishedPreset("nlc/very-bad", 1_000_000, 500_000, 1_000_000, 500_000, loss: 10),
            PublishedPreset("nlc/loss-100", nil, 0, nil, 0, loss: 100),
            PublishedPreset("nlc/high-latency-dns", nil, 0, nil, 0),

            // 5000/1000/28 and so on: the last is the round trip, half of which goes each way.
            PublishedPreset("wpt/cable", 5_000_000, 14_000, 1_000_000, 14_000),
            PublishedPreset("wpt/dsl", 1_500_000, 25_000, 384_000, 25_000),
            PublishedPreset("wpt/fios", 20_000_000, 2000, 5_000_000, 2000),
            PublishedPreset("wpt/dial", 49_000, 60_000, 30_000, 60_000),
            PublishedPreset("wpt/lte", 12_000_000, 35_000, 12_000_000, 35_000),
            PublishedPreset("wpt/3g", 1_600_000, 150_000, 768_000, 150_000),
            PublishedPreset("wpt/3g-fast", 1_600_000, 75_000, 768_000, 75_000),
            PublishedPreset("wpt/3g-slow", 780_000, 100_000, 330_000, 100_000),
            PublishedPreset("wpt/3g-em", 400_000, 200_000, 400_000, 200_000),
            PublishedPreset("wpt/edge", 240_000, 420_000, 200_000, 420_000),
            PublishedPreset("wpt/2g", 280_000, 400_000, 256_000, 400_000),
            PublishedPreset("wpt/native", nil, 0, nil, 0),

            // 2000, 562.5, 562.5 and 165 ms.
            PublishedPreset("chrome/offline", nil, 0, nil, 0, loss: 100),
            PublishedPreset("chrome/slow-3g", 400_000, 1_000_000, 400_000, 1_000_000),
            PublishedPreset("chrome/fast-3g", 1_440_000, 281_250, 675_000, 281_250),
            PublishedPreset("chrome/slow-4g", 1_440_000, 281_250, 675_000, 281_250),
            PublishedPreset("chrome/fast-4g", 8_100_000, 82_500, 1_350_000, 82_500),

            // 1638.4, 700 and 10240 kbit/s; 150, 300 and 40 ms.
            PublishedPreset("lighthouse/mobile-slow-4g", 1_638_400, 75_000, 1_638_400, 75_000),
            PublishedPreset("lighthouse/mobile-regular-3g", 700_000, 150_000, 700_000, 150_000),
            PublishedPreset("lighthouse/desktop-dense-4g", 10_240_000, 20_000, 10_240_000, 20_000),

            PublishedPreset("firefox/gprs", 50_000, 250_000, 20_000, 250_000),
            PublishedPreset("firefox/regular-2g", 250_000, 150_000, 50_000, 150_000),
            PublishedPreset("firefox/good-2g", 450_000, 75_000, 150_000, 75_000),
            PublishedPreset("firefox/regular-3g", 750_000, 50_000, 250_000, 50_000),
            PublishedPreset("firefox/good-3g", 1_500_000, 20_000, 750_000, 20_000),
            PublishedPreset("firefox/regular-4g", 4_000_000, 10_000, 3_000_000, 10_000),
            PublishedPreset("firefox/dsl", 2_000_000, 2500, 1_000_000, 2500),
            PublishedPreset("firefox/wifi", 30_000_000, 1000, 15_000_000, 1000),
            PublishedPreset("firefox/offline", nil, 0, nil, 0, loss: 100),
        ] + shapers + ratesAlone

    private static let shapers = [
        PublishedPreset("atc/2g-rural", 20_000, 650_000, 18_000, 650_000, loss: 2),
        PublishedPreset("atc/2g-urban", 35_000, 650_000, 32_000, 650_000),
        PublishedPreset("atc/3g-average", 780_000, 100_000, 330_000, 100_000),
        PublishedPreset("atc/3g-good", 850_000, 90_000, 420_000, 100_000),
        PublishedPreset("atc/cable", 6_000_000, 2000, 1_000_000, 2000),
        PublishedPreset("atc/dsl", 2_000_000, 5000, 256_000, 5000),
        PublishedPreset("atc/edge-average", 240_000, 400_000, 200_000, 440_000),
        PublishedPreset("atc/edge-good", 250_000, 350_000, 200_000, 370_000),
        PublishedPreset("atc/edge-lossy", 240_000, 400_000, 200_000, 440_000, loss: 1),
        PublishedPreset("atc/none", 1000, 0, 1000, 0),

        // Its `rtt` is 150 for 3g and so on; the tool itself puts half on each way.
        PublishedPreset("sitespeed/3g", 1_600_000, 75_000, 768_000, 75_000),
        PublishedPreset("sitespeed/3g-fast", 1_600_000, 37_500, 768_000, 37_500),
        PublishedPreset("sitespeed/3g-slow", 400_000, 100_000, 400_000, 100_000),
        PublishedPreset("sitespeed/3g-em", 400_000, 100_000, 400_000, 100_000),
        PublishedPreset("sitespeed/2g", 280_000, 200_000, 256_000, 200_000),
        PublishedPreset("sitespeed/4g", 9_000_000, 42_500, 9_000_000, 42_500),
        PublishedPreset("sitespeed/lte", 12_000_000, 17_500, 12_000_000, 17_500),
        PublishedPreset("sitespeed/edge", 240_000, 210_000, 200_000, 210_000),
        PublishedPreset("sitespeed/cable", 5_000_000, 7000, 1_000_000, 7000),
        PublishedPreset("sitespeed/dsl", 1_500_000, 12_500, 384_000, 12_500),
        PublishedPreset("sitespeed/dial", 49_000, 30_000, 30_000, 30_000),
        PublishedPreset("sitespeed/fios", 20_000_000, 1000, 5_000_000, 1000),

        // 500 ms and so on, once per round trip.
        PublishedPreset("comcast/gprs", 50_000, 250_000, 50_000, 250_000, loss: 2),
        PublishedPreset("comcast/edge", 250_000, 150_000, 250_000, 150_000, loss: 1.5),
        PublishedPreset("comcast/3g", 750_000, 125_000, 750_000, 125_000, loss: 1.5),
        PublishedPreset("comcast/dial", 40_000, 92_500, 40_000, 92_500, loss: 2),
        PublishedPreset("comcast/dsl-poor", 2_000_000, 35_000, 2_000_000, 35_000, loss: 2),
        PublishedPreset("comcast/dsl-good", 8_000_000, 20_000, 8_000_000, 20_000, loss: 0.5),
        PublishedPreset("comcast/wifi", 30_000_000, 20_000, 30_000_000, 20_000, loss: 0.2),
        PublishedPreset("comcast/starlink", nil, 10_000, nil, 10_000, loss: 2.5),
    ]

    private static let ratesAlone = [
        PublishedPreset("ohhttpstubs/gprs", 56_000, 0, nil, 0),
        PublishedPreset("ohhttpstubs/edge", 128_000, 0, nil, 0),
        PublishedPreset("ohhttpstubs/3g", 3_200_000, 0, nil, 0),
        PublishedPreset("ohhttpstubs/3g-plus", 7_200_000, 0, nil, 0),
        PublishedPreset("ohhttpstubs/wifi", 12_000_000, 0, nil, 0),

        PublishedPreset("proxyman/very-bad", 1_000_000, 0, 1_000_000, 0),
        PublishedPreset("proxyman/slow", 10_000_000, 0, 10_000_000, 0),
        PublishedPreset("proxyman/medium", 20_000_000, 0, 20_000_000, 0),
        PublishedPreset("proxyman/edge", 240_000, 0, 200_000, 0),
        PublishedPreset("proxyman/3g", 780_000, 0, 300_000, 0),
        PublishedPreset("proxyman/lte", 50_000_000, 0, 10_000_000, 0),
        PublishedPreset("proxyman/wifi", 40_000_000, 0, 30_000_000, 0),
        PublishedPreset("proxyman/wifi-ac", 250_000_000, 0, 100_000_000, 0),
    ]
}
