export { buildImage, imageName } from './build-image.ts';
export { fillImageFolder } from './image-folder.ts';
