/** Where ORMs, and bridges over them, keep the error of the driver. */
export const wrappings = ['cause', 'original', 'driverError'] as const
