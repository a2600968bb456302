// Run in a page of the driver's own: how far two pictures differ in each of the given rectangles.
globalThis.compared = async (one, other, rects, least) => {
  const pixels = async (data) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  return rects.map(([left, top, right, bottom]) => {
    const x0 = Math.max(0, Math.floor(left)), x1 = Math.min(a.width, Math.ceil(right));
    const y0 = Math.max(0, Math.floor(top)), y1 = Math.min(a.height, Math.ceil(bottom));
    let minX = Infinity, maxX = -1, minY = Infinity, maxY = -1, count = 0;
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        const i = (y * a.width + x) * 4;
        const far = Math.max(Math.abs(a.data[i] - b.data[i]), Math.abs(a.data[i + 1] - b.data[i + 1]), Math.abs(a.data[i + 2] - b.data[i + 2]));
        if (far < least) continue;
        count++;
        if (x < minX) minX = x;
        if (x > maxX) maxX = x;
        if (y < minY) minY = y;
        if (y > maxY) maxY = y;
      }
    }
    return count ? [count, maxX - minX + 1, maxY - minY + 1] : [0, 0, 0];
  });
};
0;
