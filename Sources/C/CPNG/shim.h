// Typed shims for variadic functions and macros, which Swift cannot import. No logic, with one exception:
// libpng reports errors with longjmp, which must not cross Swift's frames. A whole encoding and a whole decoding
// therefore run here and return a status.
#ifndef NETLAB_CPNG_SHIM_H
#define NETLAB_CPNG_SHIM_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <zlib.h>

// Fills row `row` with 8-bit RGB or RGBA.
typedef void (*netlab_png_rows)(void *context, int row, uint8_t *samples);
// Takes bytes; returns 0 to stop.
typedef int (*netlab_png_store)(void *context, const uint8_t *bytes, size_t count);

struct netlab_png_sink {
    netlab_png_store store;
    void *context;
    uint8_t *row;
    char *message;
};

static void netlab_png_fail(png_structp codec, png_const_charp reason) {
    struct netlab_png_sink *sink = (struct netlab_png_sink *)png_get_error_ptr(codec);
    snprintf(sink->message, 200, "%s", reason);
    png_longjmp(codec, 1);
}

static void netlab_png_silence(png_structp codec, png_const_charp reason) {
    (void)codec;
    (void)reason;
}

static void netlab_png_put(png_structp codec, png_bytep bytes, size_t count) {
    struct netlab_png_sink *sink = (struct netlab_png_sink *)png_get_io_ptr(codec);
    if (!sink->store(sink->context, bytes, count)) png_error(codec, "the bytes found no place");
}

static void netlab_png_flush(png_structp codec) { (void)codec; }

// Compresses 8-bit RGB, or RGBA with `alpha`, quickly: one filter, run lengths and Huffman codes only. Returns 1 on
// success, else 0. `message` holds at least 200 bytes.
static inline int netlab_png_compress(
    netlab_png_rows rows, netlab_png_store store, void *context, int width, int height, int alpha, char *message) {
    struct netlab_png_sink sink = {store, context, NULL, message};
    png_structp codec =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, &sink, netlab_png_fail, netlab_png_silence);
    if (!codec) return 0;
    png_infop info = png_create_info_struct(codec);
    if (!info || setjmp(png_jmpbuf(codec))) {
        free(sink.row);
        png_destroy_write_struct(&codec, &info);
        return 0;
    }
    png_set_write_fn(codec, &sink, netlab_png_put, netlab_png_flush);
    png_set_IHDR(
        codec, info, (png_uint_32)width, (png_uint_32)height, 8,
        alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_filter(codec, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_set_compression_level(codec, 1);
    png_set_compression_strategy(codec, Z_RLE);
    png_set_compression_buffer_size(codec, 65536);
    png_write_info(codec, info);
    sink.row = (uint8_t *)malloc((size_t)width * (alpha ? 4 : 3));
    if (!sink.row) png_error(codec, "out of memory");
    for (int y = 0; y < height; y++) {
        rows(context, y, sink.row);
        png_write_row(codec, sink.row);
    }
    png_write_end(codec, info);
    free(sink.row);
    png_destroy_write_struct(&codec, &info);
    return 1;
}

// The three calls of libpng's simplified reader. libpng owns the structure's `opaque` until `png_image_free`.
static inline int netlab_png_begin_read(png_image *image, const uint8_t *bytes, size_t count) {
    memset(image, 0, sizeof *image);
    image->version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(image, bytes, count)) return 0;
    image->format = PNG_FORMAT_RGBA;
    return 1;
}

// Decodes to 8-bit RGBA.
static inline int netlab_png_finish_read(png_image *image, uint8_t *pixels) {
    return png_image_finish_read(image, NULL, pixels, 0, NULL);
}

// Called once, before the row buffer is allocated; returns 0 to refuse the picture. `alpha` is 1 if rows are RGBA.
typedef int (*netlab_png_accept)(void *context, int width, int height, int alpha);
// Takes row `row` of 8-bit RGB or RGBA.
typedef void (*netlab_png_take)(void *context, int row, const uint8_t *samples);

struct netlab_png_source {
    const uint8_t *bytes;
    size_t left;
    uint8_t *row;
    char *message;
};

static void netlab_png_fail_reading(png_structp codec, png_const_charp reason) {
    struct netlab_png_source *source = (struct netlab_png_source *)png_get_error_ptr(codec);
    snprintf(source->message, 200, "%s", reason);
    png_longjmp(codec, 1);
}

static void netlab_png_get(png_structp codec, png_bytep bytes, size_t count) {
    struct netlab_png_source *source = (struct netlab_png_source *)png_get_io_ptr(codec);
    if (count > source->left) png_error(codec, "it ends too early");
    memcpy(bytes, source->bytes, count);
    source->bytes += count;
    source->left -= count;
}

enum { NETLAB_PNG_FAILED, NETLAB_PNG_DONE, NETLAB_PNG_INTERLACED, NETLAB_PNG_UNWANTED };

// Decompresses row by row, holding only one row. It rejects interlaced pictures,
// whose rows come in pieces. `message` holds at least 200 bytes.
static inline int netlab_png_decompress(
    netlab_png_accept accept, netlab_png_take take, void *context, const uint8_t *bytes, size_t count,
    char *message) {
    struct netlab_png_source source = {bytes, count, NULL, message};
    png_structp codec =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, netlab_png_fail_reading, netlab_png_silence);
    if (!codec) return NETLAB_PNG_FAILED;
    png_infop info = png_create_info_struct(codec);
    int status = NETLAB_PNG_FAILED;
    if (!info || setjmp(png_jmpbuf(codec))) {
        free(source.row);
        png_destroy_read_struct(&codec, &info, NULL);
        return NETLAB_PNG_FAILED;
    }
    png_set_read_fn(codec, &source, netlab_png_get);
    png_read_info(codec, info);
    int width = (int)png_get_image_width(codec, info);
    int height = (int)png_get_image_height(codec, info);
    int alpha = (png_get_color_type(codec, info) & PNG_COLOR_MASK_ALPHA) || png_get_valid(codec, info, PNG_INFO_tRNS);
    if (png_get_interlace_type(codec, info) != PNG_INTERLACE_NONE) {
        status = NETLAB_PNG_INTERLACED;
    } else if (!accept(context, width, height, alpha ? 1 : 0)) {
        status = NETLAB_PNG_UNWANTED;
    } else {
        png_set_alpha_mode(codec, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
        png_set_expand(codec);
        png_set_scale_16(codec);
        png_set_gray_to_rgb(codec);
        png_read_update_info(codec, info);
        source.row = (uint8_t *)malloc(png_get_rowbytes(codec, info));
        if (!source.row) png_error(codec, "out of memory");
        if (png_get_rowbytes(codec, info) != (size_t)width * (alpha ? 4 : 3)) png_error(codec, "its rows are not RGB");
        for (int row = 0; row < height; row++) {
            png_read_row(codec, source.row, NULL);
            take(context, row, source.row);
        }
        png_read_end(codec, NULL);
        status = NETLAB_PNG_DONE;
    }
    free(source.row);
    png_destroy_read_struct(&codec, &info, NULL);
    return status;
}

static inline uint32_t netlab_crc32(uint32_t start, const uint8_t *bytes, size_t count) {
    return (uint32_t)crc32_z(start, bytes, count);
}

#endif
