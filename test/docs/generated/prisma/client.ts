import { prismaClient } from '../../../support/prisma/client.js'

/** The client in the place where documents import what `prisma generate` writes. */
export const PrismaClient = prismaClient('postgresql')
