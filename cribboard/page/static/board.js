// The board: its wood as a picture, and over it the lights, in the very colours that the strip was sent.

const GAMMA = 2.2; // the strip is linear, a screen is not
const CORE = 2.3; // mm, as the holes are drilled
const SHINE = 9;
const SPRITES = 600;

/** A screen's colour for the strip's. */
export const onScreen = (light) => Math.round(255 * (light / 255) ** (1 / GAMMA));

const LEVELS = Uint8Array.from({ length: 256 }, (_, light) => onScreen(light));

export class Board {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.wood = new Image();
    this.wood.onload = () => this.due();
    this.frame = new Uint8Array();
    this.drawn = 0;
    this.sprites = new Map();
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  /** Lay it out: where the holes are, in mm. */
  layOut(board) {
    this.box = board.box;
    this.holes = board.holes;
    const url = new URL(board.picture, document.baseURI).href;
    if (this.wood.src !== url) this.wood.src = url;
    this.canvas.style.aspectRatio = `${this.box[2]} / ${this.box[3]}`;
    this.resize();
  }

  show(frame) {
    this.frame = frame;
    this.due();
  }

  due() {
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      this.draw();
    });
  }

  resize() {
    if (!this.box) return;
    const width = Math.round(this.canvas.clientWidth * Math.min(devicePixelRatio || 1, 2));
    if (!width) return;
    this.canvas.width = width;
    this.canvas.height = Math.round((width * this.box[3]) / this.box[2]);
    this.scale = width / this.box[2];
    this.sprites.clear();
    this.plate = null;
    this.due();
  }

  draw() {
    const { context, canvas, frame } = this;
    if (!this.holes || !this.scale) return;
    if (this.wood.complete && this.wood.naturalWidth) {
      this.plate ??= this.drawnPlate();
      context.drawImage(this.plate, 0, 0);
    } else context.clearRect(0, 0, canvas.width, canvas.height);
    context.globalCompositeOperation = "lighter";
    this.eachLit((x, y, sprite) => context.drawImage(sprite.shine, x - sprite.reach, y - sprite.reach));
    context.globalCompositeOperation = "source-over";
    this.eachLit((x, y, sprite) => {
      context.fillStyle = sprite.colour;
      context.beginPath();
      context.arc(x, y, CORE * this.scale, 0, 2 * Math.PI);
      context.fill();
    });
    canvas.frame = frame;
    this.drawn += 1;
  }

  /** The wood in the size that is shown: drawn once, for its grain takes long. */
  drawnPlate() {
    const plate = document.createElement("canvas");
    plate.width = this.canvas.width;
    plate.height = this.canvas.height;
    plate.getContext("2d").drawImage(this.wood, 0, 0, plate.width, plate.height);
    return plate;
  }

  eachLit(act) {
    const [left, top] = this.box;
    for (let pixel = 0; pixel < this.holes.length; pixel += 1) {
      const [red, green, blue] = this.frame.subarray(3 * pixel, 3 * pixel + 3);
      if (red || green || blue) {
        const [x, y] = this.holes[pixel];
        act((x - left) * this.scale, (y - top) * this.scale, this.sprite(red, green, blue));
      }
    }
  }

  sprite(red, green, blue) {
    const key = (red << 16) | (green << 8) | blue;
    let sprite = this.sprites.get(key);
    if (!sprite) {
      if (this.sprites.size > SPRITES) this.sprites.clear();
      sprite = this.drawnSprite(LEVELS[red], LEVELS[green], LEVELS[blue]);
      this.sprites.set(key, sprite);
    }
    return sprite;
  }

  drawnSprite(red, green, blue) {
    const level = Math.max(red, green, blue) / 255;
    const hue = [red, green, blue].map((light) => Math.round(light / level)).join(" ");
    const reach = Math.ceil(SHINE * this.scale * (0.4 + 0.6 * level));
    const shine = document.createElement("canvas");
    shine.width = shine.height = 2 * reach;
    const context = shine.getContext("2d");
    const glow = context.createRadialGradient(reach, reach, 0, reach, reach, reach);
    glow.addColorStop(0, `rgb(${hue} / ${0.75 * level})`);
    glow.addColorStop(0.35, `rgb(${hue} / ${0.32 * level})`);
    glow.addColorStop(1, `rgb(${hue} / 0)`);
    context.fillStyle = glow;
    context.fillRect(0, 0, 2 * reach, 2 * reach);
    return { shine, reach, colour: `rgb(${red} ${green} ${blue})` };
  }
}
