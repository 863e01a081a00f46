import type { PictureService } from '../../analysis/pictures/pictureService.ts';
import type { Feature, Opened } from '../../kernel/feature.ts';
import { createPictureService } from './pictureClient.ts';

export interface OpenedPictures extends Opened { pictures: PictureService }

/** Draws panels, flame graphs and diffs as SVG and PNG. */
export const picturesFeature: Feature<null, OpenedPictures> = {
  name: 'pictures',
  open({ threadFile }) {
    const pictures = createPictureService(threadFile('pictureWorker'));
    return { pictures, stop: () => pictures.close() };
  },
};
