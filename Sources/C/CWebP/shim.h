// Typed shims for unions and their members, which Swift cannot import. No logic: a whole compression and a whole
// decompression, which return a status.
#ifndef NETLAB_CWEBP_SHIM_H
#define NETLAB_CWEBP_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <webp/decode.h>
#include <webp/encode.h>

// Fills row `row` with 8-bit RGB.
typedef void (*netlab_webp_rows)(void *context, int row, uint8_t *samples);
// Takes bytes; returns 0 to stop.
typedef int (*netlab_webp_store)(void *context, const uint8_t *bytes, size_t count);
// Polled during the work; returns 0 to abort it.
typedef int (*netlab_webp_going)(void *context);

struct netlab_webp_sink {
    netlab_webp_store store;
    netlab_webp_going going;
    void *context;
};

static int netlab_webp_write(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
    const struct netlab_webp_sink *sink = (const struct netlab_webp_sink *)picture->custom_ptr;
    return sink->store(sink->context, bytes, count);
}

static int netlab_webp_progress(int percent, const WebPPicture *picture) {
    const struct netlab_webp_sink *sink = (const struct netlab_webp_sink *)picture->user_data;
    (void)percent;
    return sink->going(sink->context);
}

// Lossy compression. Returns 1 on success, else 0 with a WebPEncodingError in *error.
static inline int netlab_webp_compress(
    netlab_webp_rows rows, netlab_webp_store store, netlab_webp_going going, void *context, int width, int height,
    float quality, int *error) {
    WebPConfig config;
    WebPPicture picture;
    *error = VP8_ENC_ERROR_INVALID_CONFIGURATION;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) return 0;
    config.quality = quality;
    config.method = 0;
    struct netlab_webp_sink sink = {store, going, context};
    picture.width = width;
    picture.height = height;
    picture.writer = netlab_webp_write;
    picture.custom_ptr = &sink;
    picture.progress_hook = netlab_webp_progress;
    picture.user_data = &sink;
    size_t stride = (size_t)width * 3;
    uint8_t *pixels = (uint8_t *)malloc(stride * (size_t)height);
    *error = VP8_ENC_ERROR_OUT_OF_MEMORY;
    if (!pixels) return 0;
    for (int y = 0; y < height; y++) rows(context, y, pixels + (size_t)y * stride);
    int imported = WebPPictureImportRGB(&picture, pixels, (int)stride);
    free(pixels);
    int done = imported && WebPEncode(&config, &picture);
    if (imported) *error = picture.error_code;
    WebPPictureFree(&picture);
    return done;
}

// Decompresses to 8-bit RGB of the given size, or RGBA with `alpha`, into `pixels`, which has room for it. Returns a
// VP8StatusCode.
static inline int netlab_webp_decompress(
    const uint8_t *bytes, size_t count, int width, int height, int alpha, uint8_t *pixels) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return VP8_STATUS_INVALID_PARAM;
    int status = WebPGetFeatures(bytes, count, &config.input);
    if (status != VP8_STATUS_OK) return status;
    config.options.use_scaling = width != config.input.width || height != config.input.height;
    config.options.scaled_width = width;
    config.options.scaled_height = height;
    config.output.colorspace = alpha ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = pixels;
    config.output.u.RGBA.stride = width * (alpha ? 4 : 3);
    config.output.u.RGBA.size = (size_t)config.output.u.RGBA.stride * (size_t)height;
    status = WebPDecode(bytes, count, &config);
    WebPFreeDecBuffer(&config.output);
    return status;
}

#endif
