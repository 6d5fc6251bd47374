import type { Visibility } from '@rapport/kernel';
import type { Bind } from '@rapport/searching';
import { viewerOf, type ViewerParameters } from '../../showing/visibility.ts';

/** The caller's parameters in a composed text. They are bound when the text first asks: PostgreSQL refuses what it does not use. */
export function viewerParameters(visibility: Visibility, bind: Bind): ViewerParameters {
  let scope: string | undefined;
  let viewer: string | undefined;
  return {
    get scope() {
      return (scope ??= `${bind(visibility.scope)}::text`);
    },
    get viewer() {
      return (viewer ??= `${bind(viewerOf(visibility))}::uuid`);
    },
  };
}
