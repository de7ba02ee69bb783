import { videoTypeOf } from '#core/help/video.ts';
import { imageToDataUri } from '#core/ofd/image/image-to-data-uri.ts';
import { newWork } from '#core/ofd/package/work.ts';
import { imageXObject } from '#core/pdf/draw/image-xobject.ts';
import { FREE_INK } from '#core/pdf/draw/ink.ts';
import { cleanPicture as cleanPhoto } from '#core/realname/clean-picture.ts';
import { readAutograph } from '#core/seal/read-autograph.ts';
import { UPLOAD_DPI } from '#core/sealart/clean-picture.ts';
import { readPng } from '#core/sealart/read-png.ts';
import { tracePicture } from '#core/sealart/trace-picture.ts';
import { type FuzzKind, goodOnes } from '../kind.ts';
import { mutatePicture } from '../mutate/picture.ts';

const good = [...goodOnes('picture').values()];
const mm = (px: number): number => Math.round((px / UPLOAD_DPI) * 254) / 10;

export const picture: FuzzKind = {
  make: (random) => mutatePicture(random.pick(good), random),
  acts: {
    photo: (bytes) => cleanPhoto(bytes, ['JPEG', 'PNG', 'GIF']),
    autograph: (bytes) => readAutograph(bytes),
    seal(bytes) {
      const png = readPng(bytes);
      tracePicture(png, mm(png.width), mm(png.height));
    },
    'in a PDF': (bytes) => imageXObject(bytes, FREE_INK),
    'in an OFD': (bytes) => imageToDataUri(bytes, '', newWork(bytes.length)),
    'in an OFD, as JBIG2': (bytes) => imageToDataUri(bytes, 'GBIG2', newWork(bytes.length)),
    video: (bytes) => videoTypeOf(bytes),
  },
};
