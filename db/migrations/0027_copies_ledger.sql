CREATE TABLE `copies_lot` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`source` text NOT NULL,
	`quantity` integer NOT NULL,
	`remaining` integer NOT NULL,
	`expired` integer DEFAULT 0 NOT NULL,
	`granted_at` integer NOT NULL,
	`expires_at` integer,
	`order_id` text DEFAULT '' NOT NULL,
	CONSTRAINT "copies_lot_remaining" CHECK(remaining >= 0 and remaining + expired <= quantity)
);
--> statement-breakpoint
CREATE INDEX `copies_lot_open` ON `copies_lot` (`enterprise_id`,`expires_at`,`granted_at`) WHERE remaining > 0;--> statement-breakpoint
CREATE INDEX `copies_lot_page` ON `copies_lot` (`enterprise_id`,`granted_at`,`id`);--> statement-breakpoint
CREATE INDEX `copies_lot_expires` ON `copies_lot` (`expires_at`) WHERE remaining > 0;--> statement-breakpoint
CREATE UNIQUE INDEX `copies_lot_trial` ON `copies_lot` (`enterprise_id`) WHERE source = 'TRIAL';--> statement-breakpoint
CREATE UNIQUE INDEX `copies_lot_order` ON `copies_lot` (`order_id`) WHERE order_id <> '';--> statement-breakpoint
CREATE TABLE `copies_transfer` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`lot_id` text NOT NULL,
	`kind` text NOT NULL,
	`quantity` integer NOT NULL,
	`task_id` text DEFAULT '' NOT NULL,
	`operator_id` text DEFAULT '' NOT NULL,
	`operator_name` text DEFAULT '' NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "copies_transfer_quantity" CHECK(quantity > 0)
);
--> statement-breakpoint
CREATE INDEX `copies_transfer_page` ON `copies_transfer` (`enterprise_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `copies_transfer_time` ON `copies_transfer` (`at`);--> statement-breakpoint
CREATE INDEX `copies_transfer_lot` ON `copies_transfer` (`lot_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `copies_transfer_reserved` ON `copies_transfer` (`task_id`) WHERE kind = 'RESERVE';--> statement-breakpoint
CREATE UNIQUE INDEX `copies_transfer_settled` ON `copies_transfer` (`task_id`) WHERE kind in ('USE', 'RETURN');--> statement-breakpoint
-- What an enterprise had before the ledger was kept is its opening balance, without a term.
INSERT INTO `copies_lot` (`id`, `number`, `enterprise_id`, `source`, `quantity`, `remaining`, `granted_at`)
SELECT lower(hex(randomblob(12))), 'CP' || strftime('%Y%m%d', 'now', '+8 hours') || substr('0000000000' || abs(random() % 10000000000), -10), `id`, 'OPENING', `copies`, `copies`, `created_at` FROM `enterprise` WHERE `copies` > 0;--> statement-breakpoint
INSERT INTO `copies_transfer` (`id`, `enterprise_id`, `lot_id`, `kind`, `quantity`, `at`)
SELECT lower(hex(randomblob(12))), `enterprise_id`, `id`, 'OPENING', `quantity`, `granted_at` FROM `copies_lot`;--> statement-breakpoint
ALTER TABLE `enterprise` DROP COLUMN `copies`;--> statement-breakpoint
-- The ledger is appended to, never edited.
CREATE TRIGGER `copies_transfer_kept` BEFORE UPDATE ON `copies_transfer` BEGIN SELECT raise(ABORT, 'the ledger of copies is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `copies_transfer_held` BEFORE DELETE ON `copies_transfer` BEGIN SELECT raise(ABORT, 'the ledger of copies is append-only'); END;
