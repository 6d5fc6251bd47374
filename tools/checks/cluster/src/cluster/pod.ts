/** The members of a pod that are read here, as the API of Kubernetes writes them. */
export interface PodObject {
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly status: {
    readonly phase: string;
    readonly podIP?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly ContainerObject[];
    readonly initContainerStatuses?: readonly ContainerObject[];
  };
}

interface ContainerObject {
  readonly restartCount: number;
  readonly state: { readonly waiting?: { readonly reason: string; readonly message?: string } };
}

export interface Pod {
  readonly name: string;
  readonly component: string;
  readonly address: string;
  readonly isReady: boolean;
  readonly isGoing: boolean;
  /** A pod of a Job that has done its work. */
  readonly isDone: boolean;
  readonly restarts: number;
  /** Why its image is not there. */
  readonly pullFailure: string | undefined;
}

export function podOf({ metadata, status }: PodObject): Pod {
  const containers = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  const unpulled = containers.find(({ state }) =>
    /^(ErrImage|ImagePull|InvalidImage)/.test(state.waiting?.reason ?? ''),
  );
  return {
    name: metadata.name,
    component: metadata.labels?.['app.kubernetes.io/component'] ?? '',
    address: status.podIP ?? '',
    isReady: status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false,
    isGoing: metadata.deletionTimestamp !== undefined,
    isDone: status.phase === 'Succeeded' || status.phase === 'Failed',
    restarts: containers.reduce((sum, { restartCount }) => sum + restartCount, 0),
    pullFailure: unpulled && (unpulled.state.waiting?.message ?? unpulled.state.waiting?.reason),
  };
}
