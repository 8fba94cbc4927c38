/** A file that a person sent to the desk, kept between its preview and its import. It is that person's alone. */
import { dayMs } from '../instant.js'
import type { Instant } from '../payments/payment.js'

/** `coming` while its parts are stored, then `whole`. */
export const uploadStatuses = ['coming', 'whole'] as const

export interface Upload {
  readonly id: string
  readonly actor: string
  readonly status: (typeof uploadStatuses)[number]
  readonly fileName: string
  /** The fields of the form that it came with. */
  readonly fields: Readonly<Record<string, string>>
  /** The size of the file; 0 while it comes. */
  readonly bytes: number
  readonly createdAt: Instant
  readonly version: number
}

/** A part of a file; a database takes each in one row. */
export interface UploadPart {
  readonly uploadId: string
  /** 1, 2, 3 … in the order of the file. */
  readonly ordinal: number
  /** Its bytes as base 64. */
  readonly content: string
}

/** The time after which a file is gone. */
export const uploadMs = dayMs

/** The most files of one person, and the most bytes of one. */
export const maxUploads = 3
export const maxUploadBytes = 64 * 1024 * 1024

/** The bytes of a part: a multiple of 3, so that parts of base 64 have no padding between them. */
export const partBytes = 96 * 1024
